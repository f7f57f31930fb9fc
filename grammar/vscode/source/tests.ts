import * as vscode from "vscode";
import type { Connection } from "./connection";
import * as convert from "./convert";

interface Case {
  label: string;
  range: convert.Extent;
  /** null if the rules have errors. */
  passed: boolean | null;
  message: string | null;
}
interface Block {
  uri: string;
  chain: string;
  range: convert.Extent;
  cases: Case[];
}

/** The tests of rule files in the Test Explorer. The server runs them with each check and sends their results. */
export class Tests {
  private readonly controller = vscode.tests.createTestController("bascule", "Bascule");
  private readonly blocks = new Map<string, Block[]>();
  private readonly cases = new Map<vscode.TestItem, Case>();
  /** The results that the editor shows. */
  private shown = "";

  constructor(private readonly connection: Connection) {
    connection.onNotification("bascule/tests", (tests) => this.update(tests));
    const run = (request: vscode.TestRunRequest) => this.run(request);
    this.controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, run, true);
  }

  dispose(): void {
    this.controller.dispose();
  }

  private update({ folder, blocks }: { folder: string; blocks: Block[] }): void {
    this.blocks.set(folder, blocks);
    this.cases.clear();
    const item = (id: string, label: string, uri: string, range: convert.Extent) => {
      const made = this.controller.createTestItem(id, label, vscode.Uri.parse(uri));
      made.range = convert.range(range);
      return made;
    };
    const numbers = new Map<string, number>();
    this.controller.items.replace([...this.blocks.values()].flat().map(({ uri, chain, range, cases }) => {
      const name = `${uri}#${chain}`;
      const number = (numbers.get(name) ?? 0) + 1;
      numbers.set(name, number);
      const parent = item(`${name}#${number}`, `test ${chain}`, uri, range);
      parent.children.replace(cases.map((test, index) => {
        const child = item(`${parent.id}#${index}`, test.label, uri, test.range);
        this.cases.set(child, test);
        return child;
      }));
      return parent;
    }));
    const results = JSON.stringify([...this.cases].map(([{ id }, { passed, message }]) => [id, passed, message]));
    if (results !== this.shown) this.report(new vscode.TestRunRequest());
    this.shown = results;
  }

  private async run(request: vscode.TestRunRequest): Promise<void> {
    const wanted = request.include?.map(({ id }) => id);
    for (const [folder, [first]] of this.blocks) {
      if (first === undefined) continue;
      const params = { command: "bascule.tests", arguments: [first.uri] };
      const tests = await this.connection.request("workspace/executeCommand", params);
      this.update({ folder, blocks: tests.blocks });
    }
    this.report(request, wanted);
  }

  /** @param wanted the identifiers of cases and blocks; undefined for all. */
  private report(request: vscode.TestRunRequest, wanted?: string[]): void {
    const run = this.controller.createTestRun(request, undefined, false);
    for (const [item, { passed, message }] of this.cases) {
      if (wanted && !wanted.includes(item.id) && !wanted.includes(item.parent?.id ?? "")) continue;
      if (passed) run.passed(item);
      else if (passed === null) run.skipped(item);
      else {
        const text = new vscode.TestMessage(message ?? "");
        if (item.uri && item.range) text.location = new vscode.Location(item.uri, item.range);
        run.failed(item, text);
      }
    }
    run.end();
  }
}
