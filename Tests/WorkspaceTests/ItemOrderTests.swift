import RandomRules
import TestSupport
import Testing

@testable import Workspace

/// Tests orders of items that satisfy constraints ("demands").
@Suite struct ItemOrderTests {
  private static func items(_ order: ItemOrder) -> [Int] {
    order.places.indices.sorted { order.places[$0] < order.places[$1] }
  }

  private static func add(
    _ first: Int, before second: Int, _ motion: ItemOrder.Motion, to order: inout ItemOrder
  ) -> Bool {
    order.add([ItemOrder.Demand(first: first, second: second)], motion) { _ in true }
  }

  @Test func itemsMoveNextToOthers() {
    var order = ItemOrder(5)
    let canMoveUp = Self.add(3, before: 1, .up, to: &order)
    #expect(canMoveUp && Self.items(order) == [0, 3, 1, 2, 4])
    let canMoveDown = Self.add(4, before: 0, .down, to: &order)
    #expect(canMoveDown && Self.items(order) == [3, 1, 2, 4, 0])
    #expect(order.moved == [0, 3])
  }

  /// Tests that an item that must precede a moved one moves with it.
  @Test func othersFollow() {
    var order = ItemOrder(4)
    let isKept = Self.add(2, before: 3, .up, to: &order)
    let isMoved = Self.add(3, before: 0, .up, to: &order)
    #expect(isKept && isMoved && Self.items(order) == [2, 3, 0, 1])
    let isMovedAlone = order.add([ItemOrder.Demand(first: 1, second: 2)], .up) { $0 == 1 }
    #expect(isMovedAlone && Self.items(order) == [1, 2, 3, 0])
  }

  @Test func refusedDemandsChangeNothing() {
    var order = ItemOrder(4)
    let isAdded = Self.add(0, before: 3, .up, to: &order)
    #expect(isAdded)
    // The first demand could be satisfied alone.
    let demands = [ItemOrder.Demand(first: 2, second: 1), ItemOrder.Demand(first: 3, second: 0)]
    let areAdded = order.add(demands, .up) { _ in true }
    #expect(!areAdded && Self.items(order) == [0, 1, 2, 3] && order.moved.isEmpty)
    let arePossible = order.add([demands[0]], .up, keeps: false) { _ in true }
    #expect(arePossible && Self.items(order) == [0, 1, 2, 3] && !order.mustPrecede(2, 1))
  }

  /// Tests that demands are rejected exactly if they contradict others, and that the order satisfies all others.
  @Test(.seeded) func randomDemands() {
    var random = RandomChoice(seed: Seed.of(7))
    for _ in 0..<TestOptions.cases(200, long: 2_000) {
      let count = 2 + random.below(8)
      var order = ItemOrder(count)
      var demands: [ItemOrder.Demand] = []
      /// Returns whether the demands lead from one item to the other.
      func leads(_ item: Int, _ other: Int) -> Bool {
        item == other || demands.contains { $0.first == item && leads($0.second, other) }
      }
      for _ in 0..<12 {
        let demand = ItemOrder.Demand(first: random.below(count), second: random.below(count))
        let isPossible = !leads(demand.second, demand.first)
        let before = Self.items(order)
        let isAdded = order.add([demand], random.below(2) == 0 ? .up : .down) { _ in true }
        #expect(isAdded == isPossible)
        if isAdded { demands.append(demand) } else { #expect(Self.items(order) == before) }
        #expect(Self.items(order).sorted() == Array(0..<count))
        #expect(demands.allSatisfy { order.places[$0.first] < order.places[$0.second] })
      }
      // Items that have not moved keep their order.
      let kept = Self.items(order).filter { !order.moved.contains($0) }
      #expect(kept == kept.sorted())
    }
  }
}
