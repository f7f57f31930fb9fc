/// The fixed functions of the generated module that are not exported; each is printed only where
/// something needs it.
enum TypeScriptRuntime: Int, CaseIterable {
  // Messages to the app.
  case messageHandler, requireHandler, rejection, post, request, patiently, inEnvelope
  // What app and page know.
  case bridgeState, announce
  // Events.
  case subscribe, next, deliver, receiveEvent, receiveFunction
  // Calls.
  case implement
  // Conversions.
  case convert, inTest, mismatch, at, inField, kindOf, property
  case readNothing, writeNothing
  case checkString, writeString, checkInteger, checkNumber, checkBoolean, checkURL
  case readDate, writeDate, checkYears, readData, writeData, copyJSON
  case readArray, writeArray, readDictionary, writeDictionary, readOptional, writeOptional
  case readObject, readField, readFieldOr, readDiscriminator, unknownCase
  case writeField, writeFieldOr, writeOptionalField, withoutUndefined

  /// What the text of this one calls.
  var needs: [TypeScriptRuntime] {
    switch self {
    case .requireHandler: [.messageHandler]
    case .post: [.requireHandler, .rejection, .convert]
    case .request: [.requireHandler, .rejection, .convert, .patiently]
    case .announce: [.messageHandler, .bridgeState]
    case .subscribe: [.deliver, .announce]
    case .next: [.subscribe]
    case .deliver: [.convert]
    case .receiveEvent, .receiveFunction: [.deliver]
    case .implement: [.convert, .announce]
    case .convert, .inTest: [.mismatch]
    case .at: [.mismatch]
    case .inField: [.mismatch, .at]
    case .mismatch, .messageHandler, .kindOf, .property, .readNothing, .writeNothing, .inEnvelope,
      .rejection, .patiently, .bridgeState:
      []
    case .checkString, .checkInteger, .checkNumber, .checkBoolean: [.mismatch, .kindOf]
    case .writeString: [.checkString]
    case .checkURL, .readData: [.mismatch, .kindOf]
    case .readDate, .writeDate: [.mismatch, .kindOf, .checkYears]
    case .checkYears: [.mismatch]
    case .writeData: [.mismatch, .kindOf]
    case .copyJSON: [.mismatch, .kindOf, .writeString, .readArray, .readDictionary]
    case .readObject: [.mismatch, .kindOf]
    case .readArray, .writeArray, .readDictionary: [.mismatch, .kindOf, .at]
    case .writeDictionary: [.mismatch, .kindOf, .at, .writeString]
    case .readOptional, .writeOptional: []
    case .readField: [.property, .inField]
    case .readFieldOr: [.property, .readField]
    case .readDiscriminator: [.property, .unknownCase]
    case .unknownCase: [.mismatch, .kindOf, .property, .inField]
    case .writeField: [.mismatch, .kindOf, .property, .inField]
    case .writeFieldOr, .writeOptionalField: [.writeField]
    case .withoutUndefined: []
    }
  }

  var text: String {
    switch self {
    case .messageHandler: Self.messageHandlerText
    case .requireHandler: Self.requireHandlerText
    case .rejection: Self.rejectionText
    case .post: Self.postText
    case .request: Self.requestText
    case .patiently: Self.patientlyText
    case .bridgeState: Self.bridgeStateText
    case .announce: Self.announceText
    case .inEnvelope: Self.inEnvelopeText
    case .subscribe: Self.subscribeText
    case .next: Self.nextText
    case .deliver: Self.deliverText
    case .receiveEvent: Self.receiveEventText
    case .receiveFunction: Self.receiveFunctionText
    case .implement: Self.implementText
    case .convert:
      #"""
      function convert<From, To>(
        code: BridgeErrorCode,
        identifier: string,
        value: From,
        conversion: (value: From) => To,
      ): To {
        try {
          return conversion(value);
        } catch (error) {
          if (!(error instanceof BridgeMismatch)) throw error;
          const path = error.path.replace(/^\./, "");
          const place = path === "" ? identifier : `${identifier}: ${path}`;
          throw new BridgeError(code, identifier, `${place}: ${error.message}`);
        }
      }
      """#
    case .inTest:
      #"""
      function inTest(
        identifier: string,
        value: unknown,
        conversion: (value: never) => unknown,
      ): unknown {
        try {
          return (conversion as (value: unknown) => unknown)(value);
        } catch (error) {
          if (!(error instanceof BridgeMismatch)) throw error;
          const path = error.path.replace(/^\./, "");
          throw new Error([identifier, path, error.message].filter((part) => part).join(": "));
        }
      }
      """#
    case .mismatch:
      #"""
      /** A value does not fit its type; `path` leads to it, growing from the inside out. */
      class BridgeMismatch extends Error {
        path = "";

        constructor(expected: string, found: string) {
          super(`expected ${expected}, found ${found}`);
        }
      }
      """#
    case .at:
      #"""
      function at(index: number | string, error: unknown): unknown {
        if (error instanceof BridgeMismatch) error.path = `[${JSON.stringify(index)}]${error.path}`;
        return error;
      }
      """#
    case .inField:
      #"""
      function inField(name: string, error: unknown): unknown {
        if (!/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name)) return at(name, error);
        if (error instanceof BridgeMismatch) error.path = `.${name}${error.path}`;
        return error;
      }
      """#
    case .kindOf:
      #"""
      function kindOf(value: unknown): string {
        if (value === undefined) return "nothing";
        if (value === null) return "null";
        if (Array.isArray(value)) return "an array";
        if (typeof value === "object") return "an object";
        return typeof value === "boolean" ? "a Boolean" : `a ${typeof value}`;
      }
      """#
    case .property:
      #"""
      /** A property, but none that every object inherits, such as `constructor`. */
      function property<Value extends object, Key extends keyof Value>(
        value: Value,
        key: Key,
      ): Value[Key] | undefined {
        const isOwn = Object.prototype.hasOwnProperty.call(value, key);
        return isOwn || !(key in Object.prototype) ? value[key] : undefined;
      }
      """#
    case .readNothing:
      #"""
      function readNothing(): void {}
      """#
    case .writeNothing:
      #"""
      function writeNothing(): null {
        return null;
      }
      """#
    case .checkString:
      #"""
      function checkString(value: unknown): string {
        if (typeof value !== "string") throw new BridgeMismatch("a string", kindOf(value));
        return value;
      }
      """#
    case .writeString:
      #"""
      /** Half a surrogate pair is no character; it becomes U+FFFD. */
      function writeString(value: string): string {
        return checkString(value).replace(/[\uD800-\uDFFF]/gu, "\uFFFD");
      }
      """#
    case .checkInteger:
      #"""
      function checkInteger(value: unknown): number {
        if (typeof value !== "number") throw new BridgeMismatch("an integer", kindOf(value));
        if (Number.isSafeInteger(value)) return value === 0 ? 0 : value; // There is no integer -0.
        const isFraction = Number.isFinite(value) && !Number.isInteger(value);
        const found = isFraction ? "with a fraction" : `beyond ±${Number.MAX_SAFE_INTEGER}`;
        throw new BridgeMismatch("an integer", `a number ${found}`);
      }
      """#
    case .checkNumber:
      #"""
      function checkNumber(value: unknown): number {
        if (typeof value !== "number") throw new BridgeMismatch("a number", kindOf(value));
        if (!Number.isFinite(value)) throw new BridgeMismatch("a number", "a number that is not finite");
        return value;
      }
      """#
    case .checkBoolean:
      #"""
      function checkBoolean(value: unknown): boolean {
        if (typeof value !== "boolean") throw new BridgeMismatch("a Boolean", kindOf(value));
        return value;
      }
      """#
    case .checkURL:
      #"""
      function checkURL(value: unknown): string {
        if (typeof value !== "string") throw new BridgeMismatch("a URL", kindOf(value));
        if (value === "") throw new BridgeMismatch("a URL", "another string");
        return value;
      }
      """#
    case .readDate:
      #"""
      const datePattern =
        /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;

      /** ISO 8601, to the millisecond; a leap second is the first second of the next minute. */
      function readDate(json: unknown): Date {
        if (typeof json !== "string") throw new BridgeMismatch("an ISO 8601 date", kindOf(json));
        const parts = datePattern.exec(json);
        const digits = (index: number) => Number(parts?.[index] ?? 0);
        const [year, month, day] = [digits(1), digits(2), digits(3)];
        const [hour, minute, second] = [digits(4), digits(5), digits(6)];
        const milliseconds = Number((parts?.[7] ?? "").slice(0, 3).padEnd(3, "0"));
        const [offsetHour, offsetMinute] = [digits(9), digits(10)];
        const date = new Date(0);
        date.setUTCFullYear(year, month - 1, day);
        const isValid = parts !== null && date.getUTCMonth() === month - 1 &&
          date.getUTCDate() === day && hour < 24 && minute < 60 && second <= 60 &&
          offsetHour < 24 && offsetMinute < 60;
        if (!isValid) throw new BridgeMismatch("an ISO 8601 date", "another string");
        const sign = parts[8] === "-" ? -1 : 1;
        date.setUTCHours(
          hour - sign * offsetHour,
          minute - sign * offsetMinute,
          second,
          milliseconds,
        );
        return checkYears(date, "an ISO 8601 date", "another string");
      }
      """#
    case .writeDate:
      #"""
      function writeDate(value: Date): string {
        if (!(value instanceof Date)) throw new BridgeMismatch("a date", kindOf(value));
        return checkYears(value, "a date of the years 1 to 9999", "another date").toISOString();
      }
      """#
    case .checkYears:
      #"""
      function checkYears(date: Date, expected: string, found: string): Date {
        const year = date.getUTCFullYear();
        if (year >= 1 && year <= 9999) return date;
        throw new BridgeMismatch(expected, found);
      }
      """#
    case .readData:
      #"""
      function readData(json: unknown): Uint8Array {
        if (typeof json !== "string") throw new BridgeMismatch("base64 data", kindOf(json));
        if (json.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(json)) {
          throw new BridgeMismatch("base64 data", "another string");
        }
        const characters = atob(json);
        const bytes = new Uint8Array(characters.length);
        for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
        return bytes;
      }
      """#
    case .writeData:
      #"""
      function writeData(value: Uint8Array): string {
        if (!(value instanceof Uint8Array)) throw new BridgeMismatch("a Uint8Array", kindOf(value));
        // In pieces, since a call takes some ten thousand arguments at most; three bytes make four
        // characters, so no piece but the last is padded.
        const size = 3 * 4096;
        let text = "";
        for (let start = 0; start < value.length; start += size) {
          text += btoa(String.fromCharCode(...value.subarray(start, start + size)));
        }
        return text;
      }
      """#
    case .copyJSON:
      #"""
      function copyJSON(value: unknown): JSONValue {
        return copyBelow(value, 0);
      }

      function copyBelow(value: unknown, level: number): JSONValue {
        if (value === null || typeof value === "boolean") return value;
        if (typeof value === "string") return writeString(value);
        if (typeof value === "number" && Number.isFinite(value)) return value;
        if (typeof value === "number") throw new BridgeMismatch("JSON", "a number that is not finite");
        if (level === 512) throw new BridgeMismatch("JSON of at most 512 levels", "a deeper value");
        const copy = (element: unknown) => copyBelow(element, level + 1);
        if (Array.isArray(value)) return readArray(copy)(Array.from<unknown>(value));
        if (Object.prototype.toString.call(value) !== "[object Object]") {
          throw new BridgeMismatch("JSON", kindOf(value));
        }
        const entries = Object.entries(value as object)
          .filter(([, element]) => element !== undefined)
          .map(([key, element]) => [writeString(key), element]);
        return readDictionary(copy)(Object.fromEntries(entries));
      }
      """#
    case .readArray:
      #"""
      function readArray<Element>(
        read: (json: unknown) => Element,
      ): (json: unknown) => Element[] {
        return (json) => {
          if (!Array.isArray(json)) throw new BridgeMismatch("an array", kindOf(json));
          return json.map((element: unknown, index) => {
            try {
              return read(element);
            } catch (error) {
              throw at(index, error);
            }
          });
        };
      }
      """#
    case .writeArray:
      #"""
      function writeArray<Element>(
        write: (value: Element) => unknown,
      ): (values: readonly Element[]) => unknown[] {
        return (values) => {
          if (!Array.isArray(values)) throw new BridgeMismatch("an array", kindOf(values));
          // Unlike `map` this visits the holes of an array too.
          return Array.from<Element, unknown>(values, (value, index) => {
            try {
              return write(value);
            } catch (error) {
              throw at(index, error);
            }
          });
        };
      }
      """#
    case .readDictionary:
      #"""
      /** Without a prototype, so that no key finds what every object inherits. */
      function readDictionary<Element>(
        read: (json: unknown) => Element,
      ): (json: unknown) => Record<string, Element> {
        return (json) => {
          if (kindOf(json) !== "an object") throw new BridgeMismatch("an object", kindOf(json));
          const entries: Record<string, Element> = Object.create(null);
          for (const [key, element] of Object.entries(json as object)) {
            try {
              entries[key] = read(element);
            } catch (error) {
              throw at(key, error);
            }
          }
          return entries;
        };
      }
      """#
    case .writeDictionary:
      #"""
      function writeDictionary<Element>(
        write: (value: Element) => unknown,
      ): (values: Readonly<Record<string, Element>>) => Record<string, unknown> {
        return (values) => {
          if (kindOf(values) !== "an object") throw new BridgeMismatch("an object", kindOf(values));
          const entries: Record<string, unknown> = Object.create(null);
          for (const [key, value] of Object.entries(values)) {
            try {
              entries[writeString(key)] = write(value);
            } catch (error) {
              throw at(key, error);
            }
          }
          return entries;
        };
      }
      """#
    case .readOptional:
      #"""
      function readOptional<Value>(
        read: (json: unknown) => Value,
      ): (json: unknown) => Value | undefined {
        return (json) => json === undefined || json === null ? undefined : read(json);
      }
      """#
    case .writeOptional:
      #"""
      function writeOptional<Value>(
        write: (value: Value) => unknown,
      ): (value: Value | undefined) => unknown {
        return (value) => value === undefined || value === null ? null : write(value);
      }
      """#
    case .readObject:
      #"""
      type BridgeFields = Record<string, unknown>;

      function readObject(json: unknown): BridgeFields {
        if (kindOf(json) !== "an object") throw new BridgeMismatch("an object", kindOf(json));
        return json as BridgeFields;
      }
      """#
    case .readField:
      #"""
      function readField<Value>(
        fields: BridgeFields,
        name: string,
        read: (json: unknown) => Value,
      ): Value {
        try {
          return read(property(fields, name));
        } catch (error) {
          throw inField(name, error);
        }
      }
      """#
    case .readFieldOr:
      #"""
      function readFieldOr<Value>(
        fields: BridgeFields,
        name: string,
        read: (json: unknown) => Value,
        fallback: Value,
      ): Value {
        return property(fields, name) === undefined ? fallback : readField(fields, name, read);
      }
      """#
    case .readDiscriminator:
      #"""
      function readDiscriminator<Name extends string>(
        fields: BridgeFields,
        field: string,
        names: readonly Name[],
      ): Name {
        const name = names.find((name) => name === property(fields, field));
        if (name === undefined) throw unknownCase(fields, field, names);
        return name;
      }
      """#
    case .unknownCase:
      #"""
      function unknownCase(union: object, field: string, names: readonly string[]): unknown {
        if (kindOf(union) !== "an object") return new BridgeMismatch("an object", kindOf(union));
        const name = property(union as Record<string, unknown>, field);
        const quoted = names.map((name) => JSON.stringify(name));
        const last = quoted.pop() ?? "";
        const expected = quoted.length === 0 ? last : `${quoted.join(", ")} or ${last}`;
        const found = typeof name === "string" ? "another string" : kindOf(name);
        return inField(field, new BridgeMismatch(expected, found));
      }
      """#
    case .writeField:
      #"""
      function writeField<Value extends object, Key extends keyof Value & string>(
        value: Value,
        key: Key,
        write: (field: Value[Key]) => unknown,
      ): unknown {
        if (kindOf(value) !== "an object") throw new BridgeMismatch("an object", kindOf(value));
        try {
          return write(property(value, key) as Value[Key]);
        } catch (error) {
          throw inField(key, error);
        }
      }
      """#
    case .writeFieldOr:
      #"""
      function writeFieldOr<Value extends object, Key extends keyof Value & string>(
        value: Value,
        key: Key,
        write: (field: NonNullable<Value[Key]>) => unknown,
        fallback: NonNullable<Value[Key]>,
      ): unknown {
        return writeField(value, key, (field) => write(field ?? fallback));
      }
      """#
    case .writeOptionalField:
      #"""
      function writeOptionalField<Value extends object, Key extends keyof Value & string>(
        value: Value,
        key: Key,
        write: (field: NonNullable<Value[Key]>) => unknown,
      ): unknown {
        return writeField(
          value,
          key,
          (field) => field === undefined || field === null ? undefined : write(field),
        );
      }
      """#
    case .withoutUndefined:
      #"""
      /** What is left out must not be there at all: the app would find a null. */
      function withoutUndefined(fields: Record<string, unknown>): Record<string, unknown> {
        for (const key of Object.keys(fields)) {
          if (fields[key] === undefined) delete fields[key];
        }
        return fields;
      }
      """#
    }
  }

  /// Names that the texts declare, this case's own included.
  static let declaredNames: [String] =
    allCases.map { "\($0)" } + [
      "BridgeHandler", "BridgeState", "isAnnounced", "isAnnouncing",
      "BridgeSubscription", "subscriptions",
      "copyBelow", "isListening", "startListening", "BridgeMismatch", "BridgeFields",
      "datePattern",
    ]

  /// What the texts use of the browser and the language; a declaration of that name would hide it.
  static let usedGlobals = [
    "AbortSignal", "Array", "CustomEvent", "clearTimeout", "Date", "Error", "EventTarget", "JSON",
    "Map", "Math",
    "NonNullable",
    "Number", "Object", "PageTransitionEvent", "Promise", "Readonly", "Record", "Set", "String",
    "Uint8Array", "atob",
    "btoa", "console", "globalThis", "reportError", "setTimeout", "undefined",
  ]
}
