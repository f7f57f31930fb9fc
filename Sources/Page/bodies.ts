/** Samples of messages in JSON, and checks of bodies by the decoders of the generated code. */

import { readArray, readDictionary, readOptional } from "../Runtime/TypeScript/collections.ts";
import { readData } from "../Runtime/TypeScript/data.ts";
import { readDate } from "../Runtime/TypeScript/dates.ts";
import {
  readDiscriminator,
  readField,
  readFieldOr,
  readObject,
} from "../Runtime/TypeScript/fields.ts";
import { copyJSON, readText } from "../Runtime/TypeScript/json.ts";
import { convertByKind } from "../Runtime/TypeScript/kinds.ts";
import { BridgeMismatch } from "../Runtime/TypeScript/mismatch.ts";
import {
  checkBoolean,
  checkInteger,
  checkNumber,
  checkString,
  readNothing,
} from "../Runtime/TypeScript/scalars.ts";
import { checkURL } from "../Runtime/TypeScript/urls.ts";
import type { Contract, Field, Message, RuleSet, Union, ValueType } from "./model.ts";
import { jsonOfLiteral } from "./trace.ts";

type Reader = (json: unknown) => unknown;

/**
 * Returns the reader of a type. The reader of a declared type is made when it is used, since types can
 * contain themselves.
 */
export function readerOf(type: ValueType | null, contract: Contract): Reader {
  if (type === null) return readNothing;
  const inner = () => readerOf(type.of ?? null, contract);
  switch (type.kind) {
    case "string":
    case "enumeration":
      return checkString;
    case "int":
      return checkInteger;
    case "double":
      return checkNumber;
    case "bool":
      return checkBoolean;
    case "url":
      return checkURL;
    case "date":
      return readDate;
    case "data":
      return readData;
    case "array":
      return readArray(inner());
    case "dictionary":
      return readDictionary(inner());
    case "optional":
      return readOptional(inner());
    case "model":
      return (json) => {
        const fields = contract.models.find(({ name }) => name === type.name)?.fields ?? [];
        readFields(fields, readObject(json), contract);
      };
    case "union":
      return (json) => {
        const union = contract.unions.find(({ name }) => name === type.name);
        if (union !== undefined) readUnion(union, json, contract);
      };
    default:
      return copyJSON;
  }
}

function readFields(fields: readonly Field[], json: Record<string, unknown>, contract: Contract) {
  for (const field of fields) {
    const read = readerOf(field.type, contract);
    if (field.default === null) readField(json, field.wire, read);
    else readFieldOr(json, field.wire, read, undefined);
  }
}

function readUnion(union: Union, json: unknown, contract: Contract) {
  const { by, cases } = union;
  if (by === null) {
    const kinds = cases.map((
      { wire, fields },
    ) => [wire, readerOf(fields[0]?.type ?? null, contract)]);
    convertByKind(json, Object.fromEntries(kinds) as Record<string, Reader>);
    return;
  }
  const object = readObject(json);
  const name = readDiscriminator(object, by, cases.map(({ wire }) => wire));
  readFields(cases.find(({ wire }) => wire === name)?.fields ?? [], object, contract);
}

function messageReader(message: Message, contract: Contract): Reader {
  const read = readerOf(message.sends, contract);
  if (message.isText) return readText(read);
  return canBeEmpty(message.sends, contract) ? (json) => read(json ?? {}) : read;
}

/** Returns whether a payload has no required fields, so that it can be absent. */
function canBeEmpty(type: ValueType | null, contract: Contract): boolean {
  if (type?.kind !== "model") return false;
  const fields = contract.models.find(({ name }) => name === type.name)?.fields ?? [];
  return fields.every((field) => field.default !== null || field.type.kind === "optional");
}

/** Returns the reason for which the app does not read the body of a message; null if it reads the body. */
export function faultOfBody(message: Message, body: unknown, contract: Contract): string | null {
  const read = messageReader(message, contract);
  try {
    if (message.by === undefined) read(body);
    else readEnvelope(message, readObject(body), read);
    return null;
  } catch (error) {
    if (!(error instanceof BridgeMismatch)) throw error;
    const path = error.path.replace(/^\./, "");
    return (path === "" ? "" : `${path}: `) + error.message;
  }
}

function readEnvelope(message: Message, body: Record<string, unknown>, read: Reader) {
  readDiscriminator(body, message.by ?? "", [message.identifier]);
  if (message.sends === null) return;
  if (message.payload === null || message.payload === undefined) {
    read(body);
    return;
  }
  readField(body, message.payload, read);
}

/** Returns a body that the app reads. */
export function sampleBody(message: Message, set: RuleSet): unknown {
  const value = message.sends === null ? undefined : sample(message.sends, set);
  const payload = message.isText && value !== undefined ? JSON.stringify(value) : value;
  if (message.by === undefined) return payload ?? null;
  const body = { [message.by]: message.identifier };
  if (payload === undefined) return body;
  if (message.payload === null || message.payload === undefined) {
    return { ...body, ...payload as object };
  }
  return { ...body, [message.payload]: payload };
}

/**
 * Returns a value of a type as JSON. Optional values below the third level are omitted, since types can
 * contain themselves.
 */
export function sample(type: ValueType, set: RuleSet, level = 0): unknown {
  const { models, unions } = set.contract;
  switch (type.kind) {
    case "string":
      return "text";
    case "int":
      return 1;
    case "double":
      return 1.5;
    case "bool":
      return true;
    case "url":
      return "https://example.com/";
    case "date":
      return "2026-01-31T12:00:00.000Z";
    case "data":
      return "aGVsbG8=";
    case "enumeration":
      return set.enumerations.find(({ name }) => name === type.name)?.cases[0]?.raw ?? "text";
    case "array":
      return level > 3 || type.of === undefined ? [] : [sample(type.of, set, level + 1)];
    case "dictionary":
      return level > 3 || type.of === undefined ? {} : { key: sample(type.of, set, level + 1) };
    case "optional":
      return level > 3 || type.of === undefined ? undefined : sample(type.of, set, level);
    case "model":
      return sampleFields(models.find(({ name }) => name === type.name)?.fields ?? [], set, level);
    case "union":
      return sampleUnion(unions.find(({ name }) => name === type.name), set, level);
    default:
      return { any: "JSON" };
  }
}

function sampleFields(fields: readonly Field[], set: RuleSet, level: number): object {
  const entries = fields.map((field) => [
    field.wire,
    field.default === null ? sample(field.type, set, level + 1) : jsonOfLiteral(field.default),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function sampleUnion(union: Union | undefined, set: RuleSet, level: number): unknown {
  const first = union?.cases[0];
  if (union === undefined || first === undefined) return null;
  if (union.by !== null) {
    return { [union.by]: first.wire, ...sampleFields(first.fields, set, level) };
  }
  const type = first.fields[0]?.type;
  return type === undefined ? null : sample(type, set, level + 1);
}
