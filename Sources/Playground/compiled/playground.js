"use strict";
function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)){
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (typeof value === "string") element.setAttribute(key, value);
  }
  append(element, children);
  return element;
}
function append(element, children) {
  for (const child of children){
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined) element.append(child);
  }
}
const namespace = "http://www.w3.org/2000/svg";
function svg(name, attributes, ...children) {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes))element.setAttribute(key, value);
  element.append(...children);
  return element;
}
function code(text) {
  return h("code", {}, text);
}
function marked(text) {
  return text.split(/`([^`]*)`/).map((part, index)=>index % 2 === 1 ? code(part) : part);
}
function lazily(summary, draw) {
  const details = h("details", {}, h("summary", {}, summary));
  details.addEventListener("toggle", ()=>{
    if (details.children.length === 1) details.append(...draw());
  });
  return details;
}
const shownItems = 60;
function folded(items, summary) {
  const result = [];
  let index = 0;
  while(index < items.length){
    const end = items.findIndex((item, place)=>place >= index && !item.isQuiet);
    const quiet = items.slice(index, end < 0 ? items.length : end);
    if (quiet.length > shownItems) {
      const draw = ()=>[
          h("ol", {
            class: "rules"
          }, quiet.map((item)=>item.draw()))
        ];
      result.push(h("li", {
        class: "folded"
      }, lazily(summary(quiet.length), draw)));
    } else {
      result.push(...quiet.map((item)=>item.draw()));
    }
    index += quiet.length;
    const loud = items[index];
    if (loud !== undefined) result.push(loud.draw());
    index++;
  }
  return result;
}
function copyButton(label, text) {
  const button = h("button", {
    type: "button"
  }, label);
  button.addEventListener("click", async ()=>{
    const isCopied = await copyText(text());
    button.textContent = isCopied ? "Copied" : "Copying failed";
    announce(isCopied ? `${label}: copied` : "copying failed");
    setTimeout(()=>button.textContent = label, 1500);
  });
  return button;
}
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch  {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}
function announce(text) {
  const region = document.getElementById("status");
  if (region !== null) region.textContent = text;
}
function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([
    text
  ], {
    type
  }));
  const link = h("a", {
    href: url,
    download: name
  });
  link.click();
  setTimeout(()=>URL.revokeObjectURL(url), 10_000);
}
function keptState(main) {
  const focused = main.contains(document.activeElement) ? document.activeElement : null;
  const focusedID = focused?.id ?? "";
  const selection = focused instanceof HTMLInputElement && focused.type === "text" || focused instanceof HTMLTextAreaElement ? [
    focused.selectionStart,
    focused.selectionEnd
  ] : null;
  const opened = foldedParts(main).filter(({ open })=>open).map(summaryOf);
  const search = main.querySelector("input[type=search]")?.value ?? "";
  const top = scrollY;
  return ()=>{
    for (const details of foldedParts(main)){
      if (opened.includes(summaryOf(details))) details.open = true;
    }
    const field = main.querySelector("input[type=search]");
    if (field !== null && search !== "") {
      field.value = search;
      field.dispatchEvent(new Event("input"));
    }
    if (focusedID !== "") {
      const control = document.getElementById(focusedID);
      control?.focus({
        preventScroll: true
      });
      const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
      if (isText && selection !== null) control.setSelectionRange(...selection);
    }
    scrollTo({
      top
    });
  };
}
function foldedParts(main) {
  return [
    ...main.querySelectorAll("details")
  ];
}
function summaryOf(details) {
  const item = details.closest("li")?.querySelector("code")?.textContent ?? "";
  return `${item} ${details.querySelector("summary")?.textContent ?? ""}`;
}
class BridgeMismatch extends Error {
  path = "";
  constructor(expected, found){
    super(`expected ${expected}, found ${found}`);
  }
}
function at(index, error) {
  if (error instanceof BridgeMismatch) error.path = `[${JSON.stringify(index)}]${error.path}`;
  return error;
}
function inField(name, error) {
  if (!/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name)) return at(name, error);
  if (error instanceof BridgeMismatch) error.path = `.${name}${error.path}`;
  return error;
}
function kindOf(value) {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return typeof value === "boolean" ? "a Boolean" : `a ${typeof value}`;
}
function alternatives(names) {
  const last = names[names.length - 1] ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}
function absoluteURL(text) {
  let url;
  try {
    url = new URL(text);
  } catch  {
    return null;
  }
  // The app has no Unicode tables to convert a host to ASCII, as `new URL(text).href` does.
  const isWeb = /^(https?|wss?|ftp|file):$/.test(url.protocol);
  const place = url.protocol === "file:" ? /^[^:]*:[/\\]{2}([^/\\?#]*)/ : /^[^:]*:[/\\]*(?:[^/\\?#]*@)?([^/\\?#]*)/;
  const host = place.exec(text.replace(/[\t\n\r]/g, ""))?.[1] ?? "";
  // deno-lint-ignore no-control-regex
  if (isWeb && /[^\x00-\x7F]|%[89A-F]/i.test(host)) return null;
  return handedOn(url.href);
}
function handedOn(href) {
  const hash = href.indexOf("#");
  // Only an address in a host can contain brackets.
  const hostEnd = /^[^:]*:\/\/[^/?#]*/.exec(href)?.[0].length ?? 0;
  const others = /%(?![0-9A-Fa-f]{2})|[^%A-Za-z0-9\-._~!$&'()*+,;=:@/?]/g;
  return href.replace(others, (character, place)=>{
    if (place === hash || place < hostEnd && /[[\]]/.test(character)) return character;
    return "%" + character.charCodeAt(0).toString(16).toUpperCase();
  });
}
function checkURL(value) {
  if (typeof value !== "string") throw new BridgeMismatch("a URL", kindOf(value));
  const url = absoluteURL(value);
  if (url === null) throw new BridgeMismatch("a URL", "another string");
  return url;
}
const escapes = /(?:%[0-9A-Fa-f]{2})+/g;
function decode(source, use) {
  const spaced = use === "query" ? source.replaceAll("+", " ") : source;
  if (!spaced.includes("%")) return spaced;
  return spaced.replace(escapes, (run)=>decodeRun(run, use));
}
function decodeRun(run, use) {
  const bytes = run.slice(1).split("%").map((digits)=>Number.parseInt(digits, 16));
  let result = "";
  let index = 0;
  while(index < bytes.length){
    const length = sequenceLength(bytes, index);
    const scalar = length === 0 ? null : decodeSequence(bytes.slice(index, index + length));
    const isKept = scalar === null || use === "component" && (scalar === "/" || scalar === "\\");
    const count = isKept ? 1 : length;
    result += isKept ? run.slice(3 * index, 3 * (index + 1)) : scalar;
    index += count;
  }
  return result;
}
function sequenceLength(bytes, index) {
  const first = bytes[index] ?? 0;
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}
const strictDecoder = new TextDecoder("utf-8", {
  fatal: true,
  ignoreBOM: true
});
function decodeSequence(bytes) {
  try {
    const text = strictDecoder.decode(new Uint8Array(bytes));
    return [
      ...text
    ].length === 1 ? text : null;
  } catch  {
    return null;
  }
}
const escapeEncoder = new TextEncoder();
function encode(source, kept = "") {
  let result = "";
  for (const byte of escapeEncoder.encode(source)){
    const character = String.fromCharCode(byte);
    const isKept = /[0-9A-Za-z\-._~]/.test(character) || kept.includes(character);
    result += isKept ? character : "%" + byte.toString(16).toUpperCase().padStart(2, "0");
  }
  return result;
}
const specialSchemes = new Set([
  "http",
  "https",
  "ws",
  "wss",
  "ftp",
  "file"
]);
const defaultPorts = new Map([
  [
    "http",
    80
  ],
  [
    "ws",
    80
  ],
  [
    "https",
    443
  ],
  [
    "wss",
    443
  ],
  [
    "ftp",
    21
  ]
]);
function isSpecial(scheme) {
  return specialSchemes.has(scheme);
}
function defaultPort(scheme) {
  return defaultPorts.get(scheme) ?? null;
}
function lowercased(text) {
  return text.replace(/[A-Z]/g, (letter)=>letter.toLowerCase());
}
function parsedURL(text) {
  try {
    return new URL(text);
  } catch  {
    return null;
  }
}
const cache = new Map();
function parseAddress(text) {
  let address = cache.get(text);
  if (address === undefined) {
    if (cache.size > 1000) cache.clear();
    const url = parsedURL(text);
    address = url === null ? null : split(url.href);
    cache.set(text, address);
  }
  return address;
}
function split(href) {
  const parts = /^([^:]*):(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href);
  const part = (index)=>parts?.[index];
  const authority = part(2);
  const at = authority?.lastIndexOf("@") ?? -1;
  const place = /^(.*?)(?::(\d+))?$/s.exec(authority?.slice(at + 1) ?? "");
  let path = part(3) ?? "";
  const isOpaque = authority === undefined && !path.startsWith("/");
  if (authority === undefined && path.startsWith("/./")) path = path.slice(2);
  return {
    scheme: part(1) ?? "",
    user: authority?.slice(0, at + 1) ?? "",
    host: authority === undefined ? null : place?.[1] ?? "",
    port: place?.[2] === undefined ? null : Number(place[2]),
    path,
    isOpaque,
    query: part(4)?.slice(1) ?? null,
    fragment: part(5)?.slice(1) ?? null
  };
}
function addressText(address) {
  return serialized(compared(address));
}
function compared(address) {
  return address.host === null ? address : {
    ...address,
    host: lowercased(address.host)
  };
}
function serialized(address) {
  let result = address.scheme + ":" + textAfterScheme(address);
  if (address.query !== null) result += "?" + address.query;
  if (address.fragment !== null) result += "#" + address.fragment;
  return result;
}
function textAfterScheme(address) {
  if (address.host === null) {
    return !address.isOpaque && address.path.startsWith("//") ? "/." + address.path : address.path;
  }
  const port = address.port === null ? "" : `:${address.port}`;
  return "//" + address.user + address.host + port + address.path;
}
function addressHost(address) {
  return address.host === null || address.host === "" ? null : lowercased(address.host);
}
function addressComponents(address) {
  if (address.isOpaque) return [];
  const parts = address.path.split("/").filter((part)=>part !== "");
  return [
    "/",
    ...parts.map((part)=>decode(part, "component"))
  ];
}
function addressPath(address) {
  return address.isOpaque ? null : "/" + addressComponents(address).slice(1).join("/");
}
function queryItem(address, key, use) {
  for (const item of (address.query ?? "").split("&")){
    if (item === "") continue;
    const equals = item.indexOf("=");
    const name = equals < 0 ? item : item.slice(0, equals);
    if (decode(name, use) === key) return equals < 0 ? "" : decode(item.slice(equals + 1), use);
  }
  return null;
}
function haveSameOrigin(a, b) {
  const host = addressHost(a);
  return host !== null && host === addressHost(b) && a.scheme === b.scheme && a.port === b.port;
}
const pathCharacters = "/!$&'()*+,;=:@";
function keeps(change, address) {
  if (!change.onlyIfMissing) return false;
  if (change.part === "fragment") return address.fragment !== null;
  return items(address.query).some((item)=>isNamed(item, change.key ?? ""));
}
function changed(address, changes) {
  const url = {
    ...address
  };
  for (const { change, text } of changes)apply(change, text, url);
  return url;
}
function apply(change, text, url) {
  switch(change.part){
    case "user":
      url.user = "";
      return;
    case "fragment":
      url.fragment = text === null ? null : encode(text, pathCharacters + "?");
      return;
    case "query":
      url.query = changedQuery(url.query, change.key ?? "", text);
      return;
    case "header":
      return;
    case "port":
      url.port = text === null || Number(text) === defaultPort(url.scheme) ? null : Number(text);
      return;
  }
  if (text === null) return;
  switch(change.part){
    case "scheme":
      url.scheme = text;
      break;
    case "host":
      url.host = text;
      break;
    case "path":
      url.path = "/" + encode(text, pathCharacters).slice(1);
  }
  // The default port of the scheme is not written.
  if (url.port === defaultPort(url.scheme)) url.port = null;
}
function changedQuery(query, name, text) {
  const all = items(query);
  const first = all.findIndex((item)=>isNamed(item, name));
  if (text === null) {
    if (first < 0) return query;
    const kept = all.filter((item)=>!isNamed(item, name)).join("&");
    return kept === "" ? null : kept;
  }
  const item = encode(name) + "=" + encode(text);
  if (first < 0) return [
    ...all,
    item
  ].join("&");
  return all.flatMap((other, index)=>index === first ? [
      item
    ] : isNamed(other, name) ? [] : [
      other
    ]).join("&");
}
function items(query) {
  return query === null || query === "" ? [] : query.split("&");
}
function isNamed(item, name) {
  return item !== "" && decode(item.replace(/=.*/s, ""), "query") === name;
}
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", {
  ignoreBOM: true
});
function bytesOf(text) {
  // deno-lint-ignore no-control-regex
  if (/^[\x00-\x7F]*$/.test(text)) return text;
  let bytes = "";
  for (const byte of encoder.encode(text))bytes += String.fromCharCode(byte);
  return bytes;
}
function textOf(bytes) {
  // deno-lint-ignore no-control-regex
  if (/^[\x00-\x7F]*$/.test(bytes)) return bytes;
  return decoder.decode(Uint8Array.from(bytes, (byte)=>byte.charCodeAt(0)));
}
class Automaton {
  states = [];
  followers = [];
  first;
  constructor(expression){
    this.first = this.build(expression, this.add({
      kind: "accept"
    }, []));
  }
  matches(text) {
    const scalars = Array.from(text, (scalar)=>scalar.codePointAt(0) ?? 0);
    let current = new Set();
    this.enter(this.first, 0, scalars.length, current);
    for (const [position, scalar] of scalars.entries()){
      const next = new Set();
      for (const number of current){
        const state = this.states[number];
        if (state?.kind !== "set" || !contains(state.ranges, scalar)) continue;
        for (const follower of this.followers[number] ?? []){
          this.enter(follower, position + 1, scalars.length, next);
        }
      }
      current = next;
      if (current.size === 0) return false;
    }
    return [
      ...current
    ].some((number)=>this.states[number]?.kind === "accept");
  }
  enter(first, position, count, states) {
    const pending = [
      first
    ];
    for(let number = pending.pop(); number !== undefined; number = pending.pop()){
      if (states.has(number)) continue;
      states.add(number);
      const kind = this.states[number]?.kind;
      const isOpen = kind === "split" || kind === "start" && position === 0 || kind === "end" && position === count;
      if (isOpen) pending.push(...this.followers[number] ?? []);
    }
  }
  add(state, followers) {
    this.states.push(state);
    this.followers.push(followers);
    return this.states.length - 1;
  }
  build(expression, next) {
    switch(expression[0]){
      case "empty":
        return next;
      case "start":
      case "end":
        return this.add({
          kind: expression[0]
        }, [
          next
        ]);
      case "set":
        return this.add({
          kind: "set",
          ranges: expression.slice(1)
        }, [
          next
        ]);
      case "sequence":
        {
          const parts = expression.slice(1);
          return parts.reduceRight((entry, part)=>this.build(part, entry), next);
        }
      case "alternatives":
        {
          const parts = expression.slice(1);
          return this.add({
            kind: "split"
          }, parts.map((part)=>this.build(part, next)));
        }
      case "repetition":
        return this.buildRepetition(expression[1], expression[2], expression[3], next);
    }
  }
  buildRepetition(part, lower, upper, next) {
    let entry = next;
    if (upper === null) {
      entry = this.add({
        kind: "split"
      }, []);
      this.followers[entry] = [
        this.build(part, entry),
        next
      ];
    }
    for(let count = lower; count < (upper ?? lower); count++){
      entry = this.add({
        kind: "split"
      }, [
        this.build(part, entry),
        next
      ]);
    }
    for(let count = 0; count < lower; count++)entry = this.build(part, entry);
    return entry;
  }
}
function contains(ranges, scalar) {
  for(let index = 0; index < ranges.length; index += 2){
    if (scalar >= (ranges[index] ?? 0) && scalar <= (ranges[index + 1] ?? 0)) return true;
  }
  return false;
}
const automata = new WeakMap();
function matchesExpression(expression, text) {
  let automaton = automata.get(expression);
  if (automaton === undefined) {
    automaton = new Automaton(expression);
    automata.set(expression, automaton);
  }
  return automaton.matches(text);
}
function converted(text, type, set) {
  switch(type.kind){
    case "string":
      return {
        kind: "string",
        value: text
      };
    case "int":
      return convertedInt(text);
    case "double":
      {
        const value = convertedDouble(text);
        return value === null ? null : {
          kind: "double",
          value
        };
      }
    case "bool":
      return text === "true" || text === "false" ? {
        kind: "bool",
        value: text === "true"
      } : null;
    case "url":
      {
        const value = absoluteURL(text);
        return value === null ? null : {
          kind: "url",
          value
        };
      }
    case "enumeration":
      {
        const cases = set.enumerations.find(({ name })=>name === type.name)?.cases ?? [];
        const found = cases.find(({ raw })=>raw === text);
        return found ? {
          kind: "case",
          value: found.raw,
          name: found.name
        } : null;
      }
    case "optional":
      return type.of ? converted(text, type.of, set) : null;
    default:
      return null;
  }
}
function convertedInt(text) {
  if (!/^[+-]?[0-9]+$/.test(text)) return null;
  const number = BigInt(text);
  return BigInt.asIntN(64, number) === number ? {
    kind: "int",
    value: String(number)
  } : null;
}
function convertedDouble(text) {
  const parts = /^[+-]?([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?)([0-9]+))?$/.exec(text);
  if (parts === null) return null;
  const [, whole = "", fraction = "", sign = "", exponent] = parts;
  if (whole === "" && fraction === "") return null;
  const isFinite = exponent === undefined ? whole.length <= 308 : exponent.length <= 2 ? whole.length <= 208 : exponent.length === 3 && whole.length <= 1 && (sign === "-" || Number(exponent) <= 307);
  return isFinite ? Number(text) : null;
}
function matchGlob(glob, text, types, set, handed = text) {
  if (refusesEmptyLabels(glob)) {
    const labels = text.split(".");
    if (typeof glob.elements.at(-1) === "string") labels.pop();
    if (labels.includes("")) return null;
  }
  return new GlobMatcher(glob, text, types, set).walk(handed)?.captures ?? null;
}
function globParts(glob, text, types, set) {
  if (matchGlob(glob, text, types, set) === null) return null;
  return new GlobMatcher(glob, text, types, set).walk(text)?.parts ?? null;
}
function refusesEmptyLabels(glob) {
  const isLiteral = glob.elements.length === 1 && typeof glob.elements[0] === "string";
  return glob.separator === "." && glob.elements.length > 0 && !isLiteral;
}
class GlobMatcher {
  elements;
  separator;
  text;
  table = [];
  types;
  set;
  constructor(glob, text, types, set){
    this.types = types;
    this.set = set;
    this.elements = glob.elements.map((e)=>typeof e === "string" ? bytesOf(e) : e);
    this.separator = glob.separator;
    this.text = bytesOf(text);
    this.fill();
  }
  fill() {
    const count = this.text.length;
    const last = new Uint8Array(count + 1);
    last[count] = 1;
    this.table[this.elements.length] = last;
    for(let index = this.elements.length - 1; index >= 0; index--){
      const row = new Uint8Array(count + 1);
      const next = this.row(index + 1);
      this.table[index] = row;
      let isTakenLater = false;
      for(let position = count; position >= 0; position--){
        row[position] = this.takes(this.elements[index], row, next, position, isTakenLater) ? 1 : 0;
        isTakenLater ||= next[position] === 1;
      }
    }
  }
  row(index) {
    return this.table[index] ?? new Uint8Array(0);
  }
  takes(element, row, next, position, isTakenLater) {
    const { text, separator } = this;
    if (element === undefined) return false;
    if (typeof element === "string") {
      return text.startsWith(element, position) && next[position + element.length] === 1;
    }
    const isInside = position < text.length;
    switch(element[0]){
      case "run":
        if (next[position]) return true;
        return isInside && text[position] !== separator && row[position + 1] === 1;
      case "anything":
        return next[position] === 1 || isInside && row[position + 1] === 1;
      case "components":
        return next[position] === 1 || isInside && text[position] === separator && isTakenLater;
      case "capture":
        {
          if (position > 0 && text[position - 1] !== separator) return false;
          const end = this.componentEnd(position);
          return end > position && next[end] === 1 && this.converts(position, end, element[1]);
        }
      case "captureText":
        if (!isInside || text[position] === separator) return false;
        return next[position + 1] === 1 || row[position + 1] === 1;
      case "captureRest":
        if (!isInside) return this.converts(position, position, element[1]);
        return text[position] === separator && this.converts(position + 1, text.length, element[1]);
    }
  }
  walk(handed) {
    if (!this.row(0)[0]) return null;
    const handedBytes = bytesOf(handed);
    const captures = new Map();
    const parts = [];
    let position = 0;
    this.elements.forEach((element, index)=>{
      const start = position;
      position = this.end(element, this.row(index + 1), start);
      parts.push(textOf(this.text.slice(start, position)));
      if (typeof element === "string") return;
      const [kind, capture] = element;
      if (capture === undefined) return;
      const first = kind === "captureRest" ? start + 1 : start;
      captures.set(capture, {
        compared: textOf(this.text.slice(first, position)),
        handed: textOf(handedBytes.slice(first, position))
      });
    });
    return {
      captures,
      parts
    };
  }
  end(element, next, start) {
    if (typeof element === "string") return start + element.length;
    switch(element[0]){
      case "run":
      case "anything":
        return next.indexOf(1, start);
      case "components":
        return next[start] ? start : next.indexOf(1, start + 1);
      case "capture":
        return this.componentEnd(start);
      case "captureText":
        return next.indexOf(1, start + 1);
      case "captureRest":
        return this.text.length;
    }
  }
  componentEnd(position) {
    const end = this.text.indexOf(this.separator, position);
    return end < 0 ? this.text.length : end;
  }
  converts(start, end, capture) {
    const type = this.types[capture];
    if (type === undefined || type.kind === "string") return true;
    return converted(textOf(this.text.slice(start, end)), type, this.set) !== null;
  }
}
const longestHost = 254;
function hostPattern(text) {
  const elements = [];
  const isPattern = text.replace(/\\([*{}\\])|(\*+)|([^*\\{}]+)/gs, (_, escaped, stars, plain)=>{
    if (stars !== undefined) {
      if (stars.length > 2) return stars;
      elements.push([
        stars.length === 1 ? "run" : "anything"
      ]);
      return "";
    }
    const literal = escaped ?? plain ?? "";
    const last = elements.at(-1);
    if (typeof last === "string") elements[elements.length - 1] = last + literal;
    else elements.push(literal);
    return "";
  }) === "";
  return isPattern ? {
    separator: ".",
    elements
  } : null;
}
function caseless(text) {
  return Array.from(text, caselessLetter).join("");
}
function caselessLetter(letter) {
  // The Turkish dotless i is no variant of `I`.
  if (letter === "\u0131") return letter;
  const upper = single(letter.toUpperCase()) ?? letter;
  return single(upper.toLowerCase()) ?? upper;
}
function single(mapping) {
  return Array.from(mapping).length === 1 ? mapping : null;
}
function isSame(a, b) {
  if (a.kind === "list" || b.kind === "list") return false;
  return a.kind === b.kind && JSON.stringify(jsonOf(a)) === JSON.stringify(jsonOf(b));
}
function textOfFound(found) {
  return found?.kind === "string" || found?.kind === "url" ? found.text : null;
}
function jsonOf(found) {
  switch(found?.kind){
    case undefined:
      return null;
    case "string":
    case "url":
      return found.text;
    case "int":
      return Number(found.number);
    case "bool":
      return found.truth;
    case "choice":
      return found.name;
    case "list":
      return found.items.map(jsonOf);
  }
}
class RequestValues {
  inputs;
  found = new Map();
  set;
  question;
  constructor(model, set, question){
    this.set = set;
    this.question = question;
    this.inputs = new Map(model.inputs.map((input)=>[
        input.key,
        input
      ]));
  }
  get url() {
    const address = this.address("request");
    if (address === null) throw new Error("no URL");
    return address;
  }
  address(root, app) {
    const key = {
      request: "url",
      page: "page",
      document: "document",
      source: "sourceOrigin"
    };
    const text = root === "value" ? this.appValue(app ?? "") : this.question[key[root]];
    return typeof text === "string" ? parseAddress(text) : null;
  }
  handed(number, asText) {
    const value = this.set.requestValues[number];
    if (value?.root === undefined) return this.value(number);
    const address = this.address(value.root, value.app);
    if (address === null) return null;
    switch(value.part){
      case "whole":
        {
          const text = serialized(address);
          // The app has the request's URL as a URL, and creates the others from text.
          return {
            kind: "url",
            text: asText || value.root === "request" ? text : handedOn(text)
          };
        }
      case "host":
        return addressHost(address) === null ? null : {
          kind: "string",
          text: address.host ?? ""
        };
      case "opaque":
      case "afterScheme":
        return this.value(number) && {
          kind: "string",
          text: textAfterScheme(address)
        };
      case "writtenURL":
        return {
          kind: "string",
          text: serialized(address)
        };
      default:
        return this.value(number);
    }
  }
  value(number) {
    let found = this.found.get(number);
    if (found === undefined) {
      const value = this.set.requestValues[number];
      found = value === undefined ? null : this.read(value);
      this.found.set(number, found);
    }
    return found;
  }
  named(number) {
    return this.set.requestValues[number]?.name ?? "";
  }
  list(name) {
    const found = this.readAppValue(name);
    return found?.kind === "list" ? found.items : [];
  }
  input(key, name) {
    if (key === "flag") {
      return {
        kind: "bool",
        truth: (this.question.flags ?? []).includes(name ?? "")
      };
    }
    if (key === "value") return this.readAppValue(name ?? "");
    if (key === "header") return this.header(name ?? "");
    const input = this.inputs.get(key);
    if (input === undefined) return null;
    const written = this.question[key] === undefined ? input.default : this.question[key];
    if (written === null || written === undefined) return null;
    if (input.type === "choice") {
      const position = input.choices.indexOf(String(written));
      return position < 0 ? null : {
        kind: "choice",
        position,
        name: String(written)
      };
    }
    if (input.type === "Bool") return {
      kind: "bool",
      truth: written === true
    };
    if (input.type === "Int") return readInteger(written);
    return {
      kind: "string",
      text: stored(key, String(written))
    };
  }
  header(name) {
    for (const [other, text] of Object.entries(this.question.headers ?? {})){
      if (other.toLowerCase() === name) return {
        kind: "string",
        text
      };
    }
    return null;
  }
  read(value) {
    if (value.root === undefined) return this.input(value.input ?? "", value.key);
    const address = this.address(value.root, value.app);
    return address === null ? null : readPart(value, address);
  }
  appValue(name) {
    const declared = this.set.values.find((value)=>value.name === name);
    const given = this.question.values?.[name];
    return given === undefined ? declared?.default ?? null : given;
  }
  readAppValue(name) {
    const type = this.set.values.find((value)=>value.name === name)?.type;
    const given = this.appValue(name);
    if (type === undefined || given === null) return null;
    if (type === "[String]" || type === "[URL]") {
      const items = Array.isArray(given) ? given : [
        given
      ];
      const read = type === "[URL]" ? readURL : readString;
      return {
        kind: "list",
        items: items.map(read).filter((item)=>item !== null)
      };
    }
    if (type === "Int") return readInteger(given);
    return type === "URL" ? readURL(given) : readString(given);
  }
}
function readString(text) {
  return {
    kind: "string",
    text: String(text)
  };
}
function readURL(text) {
  const address = parseAddress(String(text));
  return address === null ? null : {
    kind: "url",
    text: addressText(address)
  };
}
function readInteger(written) {
  const text = String(written);
  return /^-?[0-9]+$/.test(text) ? {
    kind: "int",
    number: BigInt(text)
  } : null;
}
function stored(key, text) {
  if (key === "method") return text.toUpperCase();
  return key === "mime" ? text.toLowerCase().replace(/;.*/s, "").replace(/[ \t]/g, "") : text;
}
function readPart(value, address) {
  const int = (number)=>number === null ? null : {
      kind: "int",
      number: BigInt(number)
    };
  switch(value.part){
    case "whole":
      return {
        kind: "url",
        text: addressText(address)
      };
    case "port":
      return int(address.port);
    case "count":
      return int(addressComponents(address).length);
  }
  const text = readPartText(value, address);
  return text === null ? null : {
    kind: "string",
    text
  };
}
function readPartText(value, address) {
  switch(value.part){
    case "scheme":
      return address.scheme;
    case "host":
      return addressHost(address);
    case "path":
      return addressPath(address);
    case "component":
      return addressComponents(address)[value.index ?? 0] ?? null;
    case "last":
      return addressComponents(address).slice(1).at(-1) ?? null;
    case "queryItem":
      return queryItem(address, value.key ?? "", "query");
    case "rawQueryItem":
      return queryItem(address, value.key ?? "", "text");
    case "fragment":
      return address.fragment === null ? null : decode(address.fragment, "text");
    case "writtenQuery":
      return address.query;
    case "writtenFragment":
      return address.fragment;
    case "opaque":
      return address.isOpaque ? textAfterScheme(compared(address)) : null;
    case "afterScheme":
      return isSpecial(address.scheme) ? null : textAfterScheme(compared(address));
    case "writtenURL":
      return addressText(address);
    default:
      return null;
  }
}
class ConditionEvaluation {
  set;
  values;
  types;
  constructor(set, values, types){
    this.set = set;
    this.values = values;
    this.types = types;
  }
  result(condition) {
    switch(condition.kind){
      case "constant":
        return condition.value ? {
          captures: new Map()
        } : this.failure(condition.at, []);
      case "test":
        {
          const captures = this.captures(condition.core);
          return captures ? {
            captures
          } : this.failure(condition.at, condition.seen);
        }
      case "not":
        return "failed" in this.result(condition.inner) ? {
          captures: new Map()
        } : this.failure(condition.at, condition.seen);
      case "all":
        {
          const captures = new Map();
          for (const part of condition.parts){
            const result = this.result(part);
            if ("failed" in result) return result;
            merge(captures, result.captures);
          }
          return {
            captures
          };
        }
      case "any":
        {
          const failed = [];
          for (const part of condition.parts){
            const result = this.result(part);
            if ("captures" in result) return result;
            failed.push(...result.failed);
          }
          return {
            failed
          };
        }
    }
  }
  held(condition) {
    switch(condition.kind){
      case "constant":
        return [];
      case "test":
      case "not":
        return [
          this.part(condition.at, condition.seen)
        ];
      case "all":
        return condition.parts.flatMap((part)=>this.held(part));
      case "any":
        {
          const first = condition.parts.find((part)=>"captures" in this.result(part));
          return first === undefined ? [] : this.held(first);
        }
    }
  }
  failure(at, seen) {
    return {
      failed: [
        this.part(at, seen)
      ]
    };
  }
  part(at, seen) {
    const values = seen.map((number)=>({
        name: this.values.named(number),
        value: this.values.value(number)
      }));
    return {
      at,
      part: at[3],
      seen: values,
      expected: null
    };
  }
  captures(core) {
    switch(core.kind){
      case "constant":
        return core.value ? new Map() : null;
      case "test":
        return this.test(core.test, core.of);
      case "not":
        return this.captures(core.inner) === null ? new Map() : null;
      case "all":
        {
          const captures = new Map();
          for (const part of core.parts){
            const more = this.captures(part);
            if (more === null) return null;
            merge(captures, more);
          }
          return captures;
        }
      case "any":
        for (const part of core.parts){
          const captures = this.captures(part);
          if (captures !== null) return captures;
        }
        return null;
    }
  }
  test(test, number) {
    const found = this.values.value(number);
    if (found === null) return null;
    if (isPattern(test)) {
      const text = textOfFound(found);
      const handed = textOfFound(this.values.handed(number, true));
      return text === null ? null : this.member(test, text, handed ?? text);
    }
    return this.holds(test, number, found) ? new Map() : null;
  }
  holds(test, number, found) {
    switch(test.kind){
      case "present":
        return true;
      case "number":
        return found.kind === "int" && test.ranges.some(([low, high])=>found.number >= BigInt(low) && found.number <= BigInt(high));
      case "choice":
        if (found.kind === "bool") return test.positions.includes(found.truth ? 1 : 0);
        return found.kind === "choice" && test.positions.includes(found.position);
      case "equal":
      case "different":
        {
          const other = this.values.value(test.other);
          return other !== null && isSame(found, other) === (test.kind === "equal");
        }
      case "related":
        {
          const text = textOfFound(found);
          const part = textOfFound(this.values.value(test.other));
          if (text === null || part === null) return false;
          return test.ignoresCase ? this.areRelated(test.relation, caseless(text), caseless(part)) : this.areRelated(test.relation, text, part);
        }
      case "listed":
        return this.values.list(test.list).some((item)=>isSame(item, found));
      case "likeListed":
        {
          const text = textOfFound(found);
          return text !== null && this.values.list(test.list).some((item)=>this.isLike(text, textOfFound(item) ?? ""));
        }
      case "originListed":
        return this.hasOrigin({
          kind: "originListed",
          list: test.list
        }, number);
      case "sameOrigin":
      case "origin":
        return this.hasOrigin(test, number);
    }
  }
  areRelated(relation, text, part) {
    switch(relation){
      case "whole":
        return text === part;
      case "prefix":
        return text.startsWith(part);
      case "suffix":
        return text.endsWith(part);
      case "infix":
        return text.includes(part);
      default:
        return this.isLike(text, part);
    }
  }
  isLike(text, pattern) {
    if (bytesOf(text).length > longestHost) return false;
    const glob = hostPattern(pattern);
    return glob !== null && matchGlob(glob, text, [], this.set) !== null;
  }
  hasOrigin(test, number) {
    const value = this.set.requestValues[number];
    const url = value?.root === undefined ? null : this.values.address(value.root, value.app);
    if (url === null) return false;
    switch(test.kind){
      case "origin":
        return test.patterns.some((pattern)=>this.matchesOrigin(pattern, url));
      case "sameOrigin":
        {
          const other = this.values.address(test.root, test.app);
          return other !== null && haveSameOrigin(url, other);
        }
      case "originListed":
        return this.values.list(test.list).some((item)=>{
          const other = parseAddress(textOfFound(item) ?? "");
          return other !== null && haveSameOrigin(url, other);
        });
    }
  }
  matchesOrigin(pattern, url) {
    const port = pattern.port ?? defaultPort(pattern.scheme);
    if (pattern.scheme !== url.scheme || port !== (url.port ?? defaultPort(url.scheme))) {
      return false;
    }
    const name = addressHost(url);
    if (name === null) return pattern.host.elements.length === 0;
    return matchGlob(pattern.host, name, [], this.set) !== null;
  }
  member(pattern, text, handed) {
    const when = (holds)=>holds ? new Map() : null;
    switch(pattern.kind){
      case "oneOf":
        return when(pattern.texts.includes(text));
      case "noneOf":
        return when(!pattern.texts.includes(text));
      case "prefix":
      case "suffix":
      case "infix":
        return when(this.areRelated(pattern.kind, text, pattern.text));
      case "ignoringCase":
        return when(this.areRelated(pattern.relation, caseless(text), pattern.text));
      case "glob":
        return matchGlob(pattern.glob, text, this.types, this.set, handed);
      case "expression":
        return when(matchesExpression(pattern.expression, text));
    }
  }
}
const patternKinds = new Set([
  "oneOf",
  "noneOf",
  "prefix",
  "suffix",
  "infix",
  "glob",
  "expression",
  "ignoringCase"
]);
function isPattern(test) {
  return patternKinds.has(test.kind);
}
function merge(captures, more) {
  for (const [number, text] of more)if (!captures.has(number)) captures.set(number, text);
}
const headersOfOrigin = new Set([
  "authorization",
  "cookie",
  "cookie2",
  "host",
  "origin",
  "proxy-authorization",
  "referer"
]);
const headersOfBody = new Set([
  "content-encoding",
  "content-language",
  "content-length",
  "content-location",
  "content-type",
  "transfer-encoding"
]);
function losses(question, kind, [from, to], changes) {
  const method = String(question["method"] ?? "GET").toUpperCase();
  const body = kind === "chain" && method !== "GET" && method !== "HEAD";
  const set = changes.filter(({ change })=>change.part === "header");
  const changesOrigin = origin(from) !== origin(to);
  const isLost = (name)=>kind !== "chain" || changesOrigin && headersOfOrigin.has(name) || body && headersOfBody.has(name);
  const names = set.length === 0 ? [] : Object.keys(question.headers ?? {}).map((name)=>name.toLowerCase());
  const headers = names.filter((name)=>isLost(name) && !set.some(({ change })=>change.key === name)).sort();
  return headers.length === 0 && !body ? null : {
    headers,
    body
  };
}
function origin(address) {
  const url = parsedURL(addressText(address));
  return url === null ? "" : `${url.protocol}//${url.host}`;
}
function lossWords(lost) {
  const names = lost.headers.map((name)=>`\`${name}\``).join(", ");
  return [
    ...lost.body ? [
      "The body of the request is lost: the web view sends a GET."
    ] : [],
    ...names === "" ? [] : [
      `The web view does not send ${names} of the request.`
    ]
  ];
}
function rulesOf(chain, set) {
  return chain.runs.flatMap((run)=>run.rules.flatMap((number)=>{
      const rule = set.rules[number];
      return rule === undefined ? [] : [
        rule
      ];
    }));
}
function isFinal(rule) {
  return rule.decision !== "continue" && rule.decision !== "leave";
}
function decide(model, set, chain, question) {
  return new Interpreter(set, new RequestValues(model, set, question), chain.kind).decide(chain, question);
}
function heldParts(model, set, rule, question) {
  if (rule.condition === null) return [];
  const values = new RequestValues(model, set, question);
  return new ConditionEvaluation(set, values, rule.captures).held(rule.condition);
}
class Unusable {
  result;
  part;
  constructor(result, part){
    this.result = result;
    this.part = part;
  }
}
class Interpreter {
  set;
  values;
  kind;
  constructor(set, values, kind){
    this.set = set;
    this.values = values;
    this.kind = kind;
  }
  decide(chain, question) {
    const outcome = {
      decision: "allow",
      entry: null,
      steps: [],
      refused: [],
      tried: [],
      isLookedAt: true
    };
    const frame = this.values.input("frame");
    if (frame?.kind !== "choice" || !chain.frames.includes(frame.name)) {
      outcome.isLookedAt = false;
      return outcome;
    }
    let next = 0;
    for (const [entry, rule] of rulesOf(chain, this.set).entries()){
      if (entry < next) continue;
      const { result, failed, steps } = this.evaluate(rule);
      const tried = {
        entry,
        rule,
        result,
        failed
      };
      outcome.tried.push(tried);
      if (result !== "matched") continue;
      const attempt = this.attempt(rule, steps, question);
      if (attempt !== null) {
        tried.result = attempt.result;
        tried.failed = [
          attempt.part
        ];
        if (attempt.result === "refused") outcome.refused.push(...steps.slice(0, 1));
        continue;
      }
      for (const step of steps){
        (this.refuses(rule, step) ? outcome.refused : outcome.steps).push(step);
      }
      next = chain.leaves?.find((leave)=>leave.entry === entry)?.exit ?? entry + 1;
      if (isFinal(rule)) {
        outcome.decision = rule.decision;
        outcome.entry = entry;
        break;
      }
    }
    return outcome;
  }
  attempt(rule, steps, question) {
    const [step] = steps;
    const [written] = rule.steps;
    if (step === undefined || written === undefined || !step.kind.startsWith("attempt")) {
      return null;
    }
    const part = (name, value)=>({
        at: written.at,
        part: written.at[3],
        seen: [
          {
            name,
            value
          }
        ],
        expected: null
      });
    if (this.refuses(rule, step)) return {
      result: "refused",
      part: part("scheme", this.scheme)
    };
    const name = step.name ?? "open url";
    if (!(question.declined ?? []).includes(name)) return null;
    return {
      result: "declined",
      part: part(name, {
        kind: "bool",
        truth: false
      })
    };
  }
  get scheme() {
    return {
      kind: "string",
      text: this.values.url.scheme
    };
  }
  refuses(rule, step) {
    const { scheme } = this.values.url;
    switch(step.kind){
      case "load":
        return rule.loads !== undefined && !rule.loads.includes(scheme);
      case "open":
      case "attempt open":
        return rule.unsafe !== undefined && rule.unsafe.includes(scheme);
      default:
        return false;
    }
  }
  evaluate(rule) {
    let captures = new Map();
    if (rule.condition !== null) {
      const evaluation = new ConditionEvaluation(this.set, this.values, rule.captures);
      const result = evaluation.result(rule.condition);
      if ("failed" in result) return {
        result: "failed",
        failed: result.failed,
        steps: []
      };
      captures = result.captures;
    }
    try {
      const steps = rule.steps.map((step)=>this.performed(step, rule, captures));
      return {
        result: "matched",
        failed: [],
        steps
      };
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      return {
        result: error.result,
        failed: [
          error.part
        ],
        steps: []
      };
    }
  }
  performed(step, rule, captures) {
    const performed = {
      kind: step.kind,
      name: step.name ?? null,
      arguments: [],
      changes: [],
      lost: null
    };
    this.checkWebPages(step);
    if (step.changes === undefined) {
      performed.arguments = (step.arguments ?? []).map((argument)=>({
          label: argument.parameter,
          value: this.argument(argument, rule, captures)
        }));
      return performed;
    }
    const { url } = this.values;
    performed.changes = this.made(step.changes, rule, captures);
    const address = changed(url, performed.changes);
    if (step.kind === "load") {
      performed.lost = losses(this.values.question, this.kind, [
        url,
        address
      ], performed.changes);
    }
    const isSame = step.changes.every(({ part })=>part === "header");
    const handed = isSame ? serialized(address) : handedOn(serialized(address));
    performed.arguments = [
      {
        label: "url",
        value: {
          kind: "url",
          value: handed
        }
      }
    ];
    for (const { change, text } of performed.changes){
      if (change.part !== "header") continue;
      const value = text === null ? {
        kind: "missing"
      } : {
        kind: "string",
        value: text
      };
      performed.arguments.push({
        label: change.name,
        value
      });
    }
    return performed;
  }
  made(changes, rule, captures) {
    return changes.map((change)=>{
      const value = change.value === null ? null : this.argument(change.value, rule, captures);
      // A URL of the app can have the default port.
      const text = value === null || value.kind === "missing" ? null : plain(value);
      return {
        change,
        text
      };
    }).filter(({ change })=>!keeps(change, this.values.url));
  }
  checkWebPages(step) {
    for (const number of step.webPages ?? []){
      this.checkWebPage(step, this.values.named(number), this.values.value(number));
    }
    if (step.needsWebPage) this.checkWebPage(step, "scheme", this.scheme);
  }
  checkWebPage(step, name, scheme) {
    if (scheme?.kind === "string" && /^https?$/.test(scheme.text)) return;
    const seen = [
      {
        name,
        value: scheme
      }
    ];
    throw new Unusable("failed", {
      at: step.at,
      part: step.at[3],
      seen,
      expected: null
    });
  }
  argument(argument, rule, captures) {
    if (argument.literal !== undefined) return argument.literal;
    if (argument.changes !== undefined) {
      const changes = this.made(argument.changes, rule, captures);
      const address = serialized(changed(this.values.url, changes));
      return {
        kind: "url",
        value: handedOn(address)
      };
    }
    if (argument.condition !== undefined) {
      const evaluation = new ConditionEvaluation(this.set, this.values, []);
      return {
        kind: "bool",
        value: "captures" in evaluation.result(argument.condition)
      };
    }
    let found = null;
    let name = argument.at[3].replace(/^[^:=]*[:=] */s, "");
    let type = {
      kind: "string"
    };
    if (argument.request !== undefined) {
      found = keepsLetters(argument, type) ? this.values.handed(argument.request, argument.conversion === "urlToString") : this.values.value(argument.request);
      name = this.values.named(argument.request);
    } else if (argument.capture !== undefined) {
      type = rule.captures[argument.capture] ?? type;
      const texts = captures.get(argument.capture);
      const text = keepsLetters(argument, type) ? texts?.handed : texts?.compared;
      found = text === undefined ? null : {
        kind: "string",
        text
      };
    }
    const value = found === null ? null : this.convert(found, argument, type);
    if (value !== null) return value;
    if (!argument.required) return {
      kind: "missing"
    };
    throw new Unusable("unusable", {
      at: argument.at,
      part: argument.at[3],
      seen: [
        {
          name,
          value: found
        }
      ],
      expected: argument.type
    });
  }
  convert(found, argument, type) {
    switch(found.kind){
      case "string":
        return this.convertText(found.text, argument, type);
      case "int":
        {
          const value = String(found.number);
          return argument.conversion === "intToDouble" ? {
            kind: "double",
            value: Number(value)
          } : {
            kind: "int",
            value
          };
        }
      case "bool":
        return {
          kind: "bool",
          value: found.truth
        };
      case "url":
        return {
          kind: argument.conversion === "urlToString" ? "string" : "url",
          value: found.text
        };
      case "choice":
        return {
          kind: "string",
          value: found.name
        };
      case "list":
        return null;
    }
  }
  convertText(text, argument, type) {
    switch(argument.conversion){
      case "none":
        return converted(text, type, this.set);
      case "intToDouble":
        {
          // The argument is a capture with a type.
          const number = convertedInt(text);
          return number?.kind === "int" ? {
            kind: "double",
            value: Number(number.value)
          } : null;
        }
      case "urlToString":
        return {
          kind: "string",
          value: text
        };
      case "stringToEnumeration":
        {
          const name = argument.enumeration ?? "";
          return converted(text, {
            kind: "enumeration",
            name
          }, this.set);
        }
      default:
        {
          const target = /^stringTo(Int|Double|Bool|URL)$/.exec(argument.conversion)?.[1];
          return target ? converted(text, {
            kind: target.toLowerCase()
          }, this.set) : null;
        }
    }
  }
}
function keepsLetters(argument, type) {
  if (/^(stringToURL|urlToString)$/.test(argument.conversion)) return true;
  return argument.conversion === "none" && !/^(int|double|bool|enumeration)$/.test(type.kind);
}
function plain(literal) {
  switch(literal.kind){
    case "string":
    case "url":
    case "int":
      return literal.value;
    default:
      return "";
  }
}
function sentences(outcome, chain) {
  const steps = outcome.steps.flatMap((step)=>[
      `${capitalized(stepWords(step))}.`,
      ...step.lost === null ? [] : lossWords(step.lost)
    ]);
  const refused = outcome.refused.map((step)=>`The app refuses to ${step.kind} the link: the rule does not name its scheme.`);
  return [
    ...steps,
    ...refused,
    decisionWords(outcome.decision, chain, outcome.steps.length > 0)
  ];
}
function capitalized(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
function stepWords(step) {
  const call = `\`${stepCall(step)}\``;
  switch(step.kind){
    case "present":
      return `the app presents the native screen ${call}`;
    case "push":
      return `the app pushes the native screen ${call}`;
    case "perform":
      return `the app runs ${call}`;
    case "attempt":
      return `the app runs ${call}, which accepts the link`;
    case "open":
      return `the system opens ${handedWords(step)} in another app or the browser`;
    case "attempt open":
      return `the system opens ${handedWords(step)} in another app or the browser, and accepts it`;
    case "load":
      return `this web view loads ${handedWords(step)}`;
    default:
      return "the app closes the page";
  }
}
function handedWords(step) {
  if (step.changes.length === 0) return "the link";
  const [url] = step.arguments;
  return url === undefined ? "the link" : `\`${literalText(url.value)}\``;
}
function stepCall(step) {
  const given = step.arguments.filter(({ value })=>value.kind !== "missing");
  const list = given.map(({ label, value })=>`${label}: ${literalText(value)}`).join(", ");
  return (step.name ?? "") + (list === "" ? "" : `(${list})`);
}
function decisionWords(decision, chain, hasSteps) {
  const subject = chain.kind === "chain" ? "page" : "response";
  const preferences = /^allow with (.*)/.exec(decision)?.[1];
  if (preferences !== undefined) {
    return `The web view loads the link as a web page, with \`${preferences}\`.`;
  }
  switch(decision){
    case "allow":
      return chain.kind === "chain" ? "The web view loads the link as a web page." : "The web view shows the response.";
    case "cancel":
      return hasSteps ? `The web view stays where it is: it does not load the ${subject}.` : `Nothing else happens: the web view does not load the ${subject}.`;
    case "download":
      return "The app downloads it.";
    default:
      return `A second web view opens with the configuration \`${decision.replace("popup ", "")}\`.`;
  }
}
function shortDecision(outcome) {
  const steps = outcome.steps.map((step)=>step.name === null ? step.kind : `${step.kind} ${stepCall(step)}`);
  return [
    ...steps,
    outcome.decision
  ].join(" · ");
}
function outcomeKind(outcome) {
  const kinds = outcome.steps.map((step)=>step.kind);
  if (kinds.some((kind)=>[
      "present",
      "push",
      "attempt"
    ].includes(kind))) return "native";
  if (kinds.some((kind)=>kind === "open" || kind === "attempt open")) return "outside";
  if (outcome.decision === "download") return "download";
  if (outcome.decision !== "cancel" || kinds.includes("load")) return "web";
  return kinds.length > 0 ? "native" : "blocked";
}
const outcomeNames = {
  native: "opens natively",
  outside: "opens outside of the app",
  web: "stays on the web",
  download: "is downloaded",
  blocked: "does nothing"
};
const pluralNames = {
  native: "open natively",
  outside: "open outside of the app",
  web: "stay on the web",
  download: "are downloaded",
  blocked: "do nothing"
};
function countedOutcome(count, kind) {
  if (kind === null) return count === 1 ? "1 is no link" : `${count} are no links`;
  return `${count} ${count === 1 ? outcomeNames[kind] : pluralNames[kind]}`;
}
function literalText(literal) {
  switch(literal.kind){
    case "string":
    case "url":
      return quoted(literal.value);
    case "double":
      return Number.isInteger(literal.value) ? `${literal.value}.0` : String(literal.value);
    case "case":
      return literal.name;
    case "list":
      return `[${literal.value.map(literalText).join(", ")}]`;
    case "dictionary":
      return "[:]";
    case "request":
      return "request";
    case "missing":
      return "nil";
    default:
      return String(literal.value);
  }
}
function quoted(text) {
  const escaped = text.replace(/["\\\p{C}\p{Z}`]/gu, (character)=>{
    switch(character){
      case " ":
      case "`":
        return character;
      case '"':
      case "\\":
        return "\\" + character;
      case "\n":
        return "\\n";
      case "\r":
        return "\\r";
      case "\t":
        return "\\t";
      default:
        return `\\u{${character.codePointAt(0)?.toString(16).toUpperCase() ?? ""}}`;
    }
  });
  return `"${escaped}"`;
}
function foundText(found) {
  switch(found?.kind){
    case undefined:
      return "missing";
    case "string":
    case "url":
      return quoted(found.text);
    case "int":
      return String(found.number);
    case "list":
      return `[${found.items.map(foundText).join(", ")}]`;
    default:
      return String(jsonOf(found));
  }
}
function reasons(tried) {
  switch(tried.result){
    case "matched":
      return [];
    case "refused":
      return [
        "the app does not open the link, since the rule does not name its scheme"
      ];
    case "declined":
      return tried.failed.map((part)=>part.seen[0]?.name === "open url" ? "the system does not open the link" : `\`${part.seen[0]?.name ?? ""}\` answers that it does not take the link`);
    default:
      return tried.failed.map(reason);
  }
}
function heldWords(held) {
  const part = `\`${held.part.replaceAll("`", "'")}\``;
  const [only] = held.seen;
  const isSame = held.seen.length === 1 && only?.name === held.part;
  if (held.seen.length === 0 || isSame) return `${part} holds`;
  return `${part} holds: ${seenWords(held).join(", ")}`;
}
function seenWords({ seen }) {
  return seen.map(({ name, value })=>`\`${name}\` is \`${foundText(value).replaceAll("`", "'")}\``).map((text)=>text.replace("is `missing`", "is missing"));
}
function reason(failed) {
  const part = `\`${failed.part.replaceAll("`", "'")}\``;
  const seen = seenWords(failed);
  if (failed.expected !== null) {
    const why = failed.seen[0]?.value === null ? "" : `, which is no \`${failed.expected}\``;
    return `${part} gets no value: ${seen[0] ?? ""}${why}`;
  }
  if (seen.length === 0) return `${part} is false`;
  const [only] = failed.seen;
  const isSame = failed.seen.length === 1 && only?.name === failed.part;
  return isSame ? seen.join() : `${part} does not hold: ${seen.join(", ")}`;
}
function unreachedWords(reach) {
  switch(reach.why){
    case "shadowed":
      return "Earlier rules already handle every request that it matches.";
    case "contradictory":
      return "Parts of its condition are never true together.";
    case "frames":
      return "The chain ignores requests of that frame.";
    default:
      return "It is not known whether a request reaches this rule.";
  }
}
function changedInputs(model, chain, question) {
  return model.inputs.flatMap((input)=>{
    const value = question[input.key];
    const isDefault = value === undefined || value === null || value === input.default;
    return isDefault || input.keyed || !input.in.includes(chain.kind) ? [] : [
      [
        input,
        value
      ]
    ];
  });
}
function settingsText(model, set, chain, question) {
  return [
    ...question.flags ?? [],
    ...(question.declined ?? []).map((name)=>"!" + name),
    ...changedInputs(model, chain, question).map(([input, value])=>inputText(input, value)),
    ...Object.entries(question.headers ?? {}).map(([name, text])=>`header[${quoted(name)}] == ${quoted(text)}`),
    ...Object.entries(question.values ?? {}).flatMap(([name, value])=>{
      const type = set.values.find((declared)=>declared.name === name)?.type;
      return value === null || type === undefined ? [] : [
        `${name} == ${constantText(value, type)}`
      ];
    })
  ].join(", ");
}
function testText(model, set, chain, question, outcome) {
  const settings = settingsText(model, set, chain, question);
  const address = parseAddress(question.url);
  const url = quoted(address === null ? question.url : serialized(address));
  const request = settings === "" ? url : `${url} with ${settings}`;
  const steps = outcome.steps.map(stepText);
  const head = chain.kind === "chain" ? chain.name : `responses ${chain.name}`;
  return `test ${head} {\n  ${[
    request,
    ...steps,
    outcome.decision
  ].join(" ")}\n}\n`;
}
function inputText(input, value) {
  if (value === true) return input.name;
  if (value === false) return `!${input.name}`;
  const isPlain = input.type === "choice" || input.type === "Int";
  return `${input.name} == ${isPlain ? String(value) : quoted(String(value))}`;
}
function constantText(value, type) {
  if (Array.isArray(value)) return `[${value.map((item)=>quoted(String(item))).join(", ")}]`;
  return type === "Int" ? String(value) : quoted(String(value));
}
function stepText(step) {
  if (step.name !== null) return `${step.kind} ${stepCall(step)}`;
  if (step.arguments.length === 0) return step.kind;
  const set = step.changes.flatMap(({ change, text })=>text === null ? [] : [
      `${change.name} = ${change.part === "port" ? text : quoted(text)}`
    ]);
  const removed = step.changes.flatMap(({ change, text })=>text === null ? [
      change.name
    ] : []);
  return `${step.kind} url` + (set.length === 0 ? "" : ` setting ${set.join(", ")}`) + (removed.length === 0 ? "" : ` removing ${removed.join(", ")}`);
}
function commandText(model, set, chain, question) {
  const words = [
    "bascule",
    "trace",
    question.url
  ];
  // The folder of a single set is where the command is run, so its name does not matter.
  if (model.sets.length > 1) words.push("--rules", set.name);
  words.push(`--${chain.kind}`, chain.name);
  for (const [input, value] of changedInputs(model, chain, question)){
    words.push(`--${input.option}`);
    if (input.type !== "Bool" || input.default === true) words.push(String(value));
  }
  for (const [name, text] of Object.entries(question.headers ?? {})){
    words.push("--header", `${name}: ${text}`);
  }
  const settings = [
    ...question.flags ?? [],
    ...(question.declined ?? []).map((name)=>`${name}=false`),
    ...Object.entries(question.values ?? {}).flatMap(([name, value])=>(Array.isArray(value) ? value : value === null ? [] : [
        value
      ]).map((item)=>`${name}=${item}`))
  ];
  for (const setting of settings)words.push("--set", setting);
  return words.map(shellWord).join(" ");
}
function shellWord(word) {
  return /^[A-Za-z0-9_\-.\/:=@%+,]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
function csvRecord(cells) {
  return cells.map((cell)=>{
    const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }).join(",") + "\r\n";
}
function chainLabel(chain) {
  return `${chain.kind} ${chain.name}`;
}
function chainOf(state, set) {
  return set.chains.find((chain)=>chainLabel(chain) === state.chain) ?? set.chains[0];
}
function readState(fragment, model) {
  const pairs = new URLSearchParams(fragment.replace(/^#/, ""));
  const set = Number(pairs.get("set") ?? 0);
  const index = Number.isInteger(set) && model.sets[set] !== undefined ? set : 0;
  const question = {
    url: pairs.get("url") ?? ""
  };
  const values = {};
  const headers = {};
  for (const [key, text] of pairs){
    const [, group, name = ""] = /^(value|header)\.(.*)$/s.exec(key) ?? [];
    if (group === "value") readValue(values, name, text, model.sets[index]);
    else if (group === "header") headers[name.toLowerCase()] = text;
  }
  for (const input of model.inputs){
    const text = pairs.get(input.key);
    if (text !== null && !input.keyed) question[input.key] = typed(text, input.type);
  }
  if (Object.keys(values).length > 0) question.values = values;
  if (Object.keys(headers).length > 0) question.headers = headers;
  const flags = pairs.getAll("flag");
  const declined = pairs.getAll("declined");
  if (flags.length > 0) question.flags = flags;
  if (declined.length > 0) question.declined = declined;
  return {
    view: pairs.get("view") ?? "link",
    set: index,
    chain: pairs.get("chain") ?? "",
    question,
    line: pairs.get("line") ?? ""
  };
}
function typed(text, type) {
  if (type === "Bool") return text === "true";
  return text;
}
function readValue(values, name, text, set) {
  const type = set?.values.find((value)=>value.name === name)?.type;
  if (type === undefined) return;
  values[name] = type.startsWith("[") ? text.split("\n").filter((line)=>line !== "") : text;
}
let carried = "";
function carry(text) {
  carried = text;
}
function shownAddress(fragment) {
  return fragment.length > 1 ? fragment + carried : `#${carried.slice(1)}`;
}
function writeState(state, model) {
  const pairs = new URLSearchParams();
  if (state.view !== "link") pairs.set("view", state.view);
  if (state.set !== 0) pairs.set("set", String(state.set));
  if (state.chain !== "") pairs.set("chain", state.chain);
  if (state.line !== "") pairs.set("line", state.line);
  const { question } = state;
  if (question.url !== "") pairs.set("url", question.url);
  for (const input of model.inputs){
    const value = question[input.key];
    if (input.keyed || value === undefined || value === null || value === input.default) continue;
    pairs.set(input.key, String(value));
  }
  for (const [name, value] of Object.entries(question.values ?? {})){
    if (value === null) continue;
    pairs.set(`value.${name}`, Array.isArray(value) ? value.join("\n") : String(value));
  }
  for (const [name, text] of Object.entries(question.headers ?? {})){
    pairs.set(`header.${name}`, text);
  }
  for (const flag of question.flags ?? [])pairs.append("flag", flag);
  for (const name of question.declined ?? [])pairs.append("declined", name);
  return "#" + pairs.toString();
}
const languageWords = new Set(("origin flag value condition screen action handler chain responses model enum union strategy " + "channel event call render dispatch script configuration test defaults by receives sender replies " + "from frames any else page " + "sends at extends async customEvent function main new sub all documentStart documentEnd " + "deprecated with queue newest payload inline as text via fails to on world app global none when " + "always otherwise use present push perform attempt open load dismiss setting removing if missing allow " + "cancel download popup continue leave true false in hasPrefix hasSuffix contains like " + "matches exists ignoring case invariant for only never " + "strategies channels scripts title userAgent inspectable inlineMedia backForwardGestures " + "bounces dataStore contentMode javaScript applicationName mediaPlayback pictureInPicture " + "fullscreen linkPreview textInteraction findInteraction appBoundDomains panels mediaCapture " + "block scheme web native persistent ephemeral recommended mobile desktop enabled disabled " + "automatic userAction prompt grant deny debug").split(" "));
const tokenPattern = /(\s+)|(\/\/[^\n\r]*|\/\*)|("""[^]*?(?:"""|$)|"(?:[^"\\\n\r]|\\[^\n\r]?)*"?)|(-?\d)|([A-Za-z_]\w*)|[^]/y;
const expressionPattern = /\/(?:[^/\\[\n\r]|\\[^\n\r]?|\[(?:[^\]\\\n\r]|\\[^\n\r]?)*\]?)*(?:\/\w*)?/y;
const numberPattern = /-?\d(?:[eE][+-](?=\d)|\w|\.(?=\d))*/y;
const commentPattern = /\/\*|\*\//g;
function tokensOf(text) {
  const tokens = [];
  let [position, expectsExpression] = [
    0,
    false
  ];
  while(position < text.length){
    const { kind, end } = nextToken(text, position, expectsExpression);
    const token = {
      kind,
      text: text.slice(position, end)
    };
    tokens.push(token);
    if (kind !== "space" && kind !== "comment") expectsExpression = token.text === "matches";
    position = end;
  }
  return tokens;
}
function nextToken(text, start, expectsExpression) {
  if (expectsExpression && text[start] === "/" && text[start + 1] !== "/") {
    return {
      kind: "string",
      end: endOf(expressionPattern, text, start)
    };
  }
  const end = endOf(tokenPattern, text, start);
  tokenPattern.lastIndex = start;
  const [, space, comment, string, number, name] = tokenPattern.exec(text) ?? [];
  if (space !== undefined) return {
    kind: "space",
    end
  };
  if (comment === "/*") return {
    kind: "comment",
    end: endOfComment(text, start)
  };
  if (comment !== undefined) return {
    kind: "comment",
    end
  };
  if (string !== undefined) return {
    kind: "string",
    end
  };
  if (number !== undefined) return {
    kind: "number",
    end: endOf(numberPattern, text, start)
  };
  if (name !== undefined) return {
    kind: kindOfName(name, text, start),
    end
  };
  return {
    kind: "mark",
    end
  };
}
function endOf(pattern, text, start) {
  pattern.lastIndex = start;
  return start + Math.max(pattern.exec(text)?.[0].length ?? 0, 1);
}
function endOfComment(text, start) {
  let depth = 0;
  commentPattern.lastIndex = start;
  for(;;){
    const mark = commentPattern.exec(text);
    if (mark === null) return text.length;
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) return commentPattern.lastIndex;
  }
}
function kindOfName(name, text, start) {
  const isLabel = text[start - 1] === "." || text[start + name.length] === ":";
  if (languageWords.has(name) && !isLabel) return "word";
  return /^[A-Z]/.test(name) ? "type" : "name";
}
function colored(text) {
  return tokensOf(text).map(coloredToken);
}
function coloredLines(text) {
  const lines = [
    []
  ];
  for (const { kind, text: content } of tokensOf(text)){
    content.split("\n").forEach((part, index)=>{
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push(coloredToken({
        kind,
        text: part
      }));
    });
  }
  return lines;
}
const plainKinds = [
  "name",
  "mark",
  "space"
];
function coloredToken({ kind, text }) {
  return plainKinds.includes(kind) ? text : h("span", {
    class: `token-${kind}`
  }, text);
}
class Context {
  model;
  state;
  set;
  chain;
  constructor(model, state, set, chain){
    this.model = model;
    this.state = state;
    this.set = set;
    this.chain = chain;
  }
  address(changes) {
    return writeState({
      ...this.state,
      line: "",
      ...changes
    }, this.model);
  }
  replace(changes) {
    Object.assign(this.state, changes);
    history.replaceState(history.state, "", shownAddress(writeState(this.state, this.model)));
    for (const link of document.querySelectorAll("#views a")){
      const view = link.dataset["view"];
      if (view !== undefined) link.href = this.address({
        view
      });
    }
  }
  requestLink(chain, question) {
    const href = this.address({
      view: "link",
      chain: chainLabel(chain),
      question
    });
    const settings = settingsText(this.model, this.set, chain, question);
    return h("span", {}, h("a", {
      href,
      class: "try"
    }, question.url), settings === "" ? null : [
      " with ",
      code(settings)
    ]);
  }
  sourceLink(at) {
    const name = `${this.set.files[at[0]]?.name ?? ""}:${at[1]}`;
    const href = this.address({
      view: "source",
      line: `${at[0]}:${at[1]}`
    });
    return h("a", {
      href,
      class: "place"
    }, name);
  }
  decide(question) {
    if (this.chain === undefined || parseAddress(question.url) === null) return null;
    return decide(this.model, this.set, this.chain, question);
  }
  decideFormer(question) {
    const { former } = this.model;
    const pair = former?.pairs.find((pair)=>pair[1] === this.state.set);
    const set = former?.sets[pair?.[0] ?? -1];
    if (set === undefined || this.chain === undefined) return null;
    const label = chainLabel(this.chain);
    const chain = set.chains.find((chain)=>chainLabel(chain) === label);
    if (chain === undefined || parseAddress(question.url) === null) return null;
    return decide(this.model, set, chain, question);
  }
}
function chainChoice(context, choose) {
  const { chains } = context.set;
  if (chains.length < 2) return null;
  const select = h("select", {
    id: "chain"
  }, chains.map((chain)=>h("option", {
      value: chainLabel(chain),
      selected: chain === context.chain
    }, chainLabel(chain))));
  select.addEventListener("change", ()=>{
    context.replace({
      chain: select.value
    });
    choose();
  });
  return h("p", {
    class: "field"
  }, h("label", {
    for: "chain"
  }, "Rules"), select);
}
function sourceCode(text) {
  return h("code", {
    class: "rule"
  }, colored(text));
}
function changesView(context, former) {
  const pair = former.pairs.findIndex((pair)=>pair[1] === context.state.set);
  const differences = former.differences[pair];
  const isSame = differences === undefined || differences.chains.length + differences.contract.length + differences.invariants.length === 0;
  return h("section", {
    "aria-labelledby": "changes-title"
  }, h("h2", {
    id: "changes-title"
  }, `What has changed since ${former.label}`), isSame ? h("p", {}, "Every request is treated the same, and so is every message.") : [
    differences.chains.map((changes)=>chainChanges(context, former, changes)),
    claimChanges(differences.invariants),
    contractChanges(differences.contract)
  ]);
}
function chainChanges(context, former, changes) {
  const label = changes.chain === undefined ? `responses ${changes.responses ?? ""}` : `chain ${changes.chain}`;
  const chain = context.set.chains.find((chain)=>chainLabel(chain) === label);
  const note = changes.old === null ? "It is new." : changes.new === null ? "It was removed." : changes.undecided.length === 0 ? null : `${changes.undecided.length} pairs of rules could not be compared.`;
  const more = changes.shortened.length === 0 ? null : `These are examples; more requests may be treated differently, by ${changes.shortened.length} changed rules.`;
  const rows = chain === undefined ? [] : changes.differences.map(({ request })=>{
    const own = new Context(context.model, context.state, context.set, chain);
    const [before, after] = [
      own.decideFormer(request),
      own.decide(request)
    ];
    return h("tr", {}, h("td", {
      class: "url"
    }, context.requestLink(chain, request)), h("td", {}, before === null ? "" : shortDecision(before)), h("td", {}, after === null ? "" : shortDecision(after)));
  });
  return h("section", {
    "aria-label": label
  }, h("h3", {}, label), note === null ? null : h("p", {}, note), more === null ? null : h("p", {}, more), rows.length === 0 ? null : h("div", {
    class: "scroll",
    tabindex: "0",
    role: "region",
    "aria-label": `Changes of ${label}`
  }, h("table", {
    class: "many"
  }, h("thead", {}, h("tr", {}, [
    "Link",
    former.label,
    "Now"
  ].map((head)=>h("th", {
      scope: "col"
    }, head)))), h("tbody", {}, rows))));
}
function claimChanges(changes) {
  if (changes.length === 0) return null;
  const words = (side)=>side === null ? "not stated" : side.verdict + (side.request === null ? "" : ` by \`${side.request}\``);
  return h("section", {
    "aria-label": "Invariants"
  }, h("h3", {}, "Invariants"), h("ul", {}, changes.map((change)=>h("li", {
      class: change.new?.verdict === "proved" ? "yes" : "no"
    }, marked(`${change.name}: \`${change.claim}\` – `), marked(`${words(change.old)}, now ${words(change.new)}`)))));
}
function contractChanges(changes) {
  if (changes.length === 0) return null;
  return h("section", {
    "aria-label": "Messages"
  }, h("h3", {}, "Messages, events and calls"), h("ul", {}, changes.map((change)=>{
    const breaks = [
      change.pages === null ? null : `Breaks released pages: ${change.pages}.`,
      change.apps === null ? null : `Breaks released apps: ${change.apps}.`
    ].filter((text)=>text !== null);
    return h("li", {
      class: breaks.length === 0 ? "yes" : "no"
    }, marked(`${change.declaration} \`${change.name}\` ${change.part ?? ""} ${change.path}: ${change.change}`), breaks.length === 0 ? " – compatible" : h("ul", {}, breaks.map((text)=>h("li", {}, marked(text)))));
  })));
}
const meanings = [
  [
    "when",
    "a rule: if the condition after it holds, the app does the rest of the line"
  ],
  [
    "always",
    "a rule for all links"
  ],
  [
    "otherwise",
    "a rule for all links that no rule before it has taken"
  ],
  [
    "scheme",
    "the link up to the colon, such as `https` or `tel`"
  ],
  [
    "host",
    "the server of the link, such as `shop.example`"
  ],
  [
    "path",
    "the link after the host, such as `/product/7`; `path[2]` is its second part, here `7`"
  ],
  [
    "query",
    "what follows the question mark; `query.page` is the `3` in `?page=3`"
  ],
  [
    "fragment",
    "what follows the `#`"
  ],
  [
    "page",
    "the page that asks for the link"
  ],
  [
    "frame",
    "where the link would load: the main frame, a frame in the page, or a new window"
  ],
  [
    "navigation",
    "how the page came to ask for it, such as a tap on a link"
  ],
  [
    "&&",
    "both conditions hold"
  ],
  [
    "||",
    "one of the conditions holds"
  ],
  [
    "!",
    "the condition after it does not hold"
  ],
  [
    "==",
    "is the same"
  ],
  [
    "!=",
    "is another one, or missing"
  ],
  [
    "in",
    "is one of the list, or of the origin"
  ],
  [
    "like",
    "looks like the text; `*` stands for any text, and `{id}` for a part that gets a name"
  ],
  [
    "matches",
    "is of the form of the regular expression"
  ],
  [
    "hasPrefix",
    "starts with"
  ],
  [
    "hasSuffix",
    "ends with"
  ],
  [
    "contains",
    "has the text in it"
  ],
  [
    "exists",
    "is there at all"
  ],
  [
    "present",
    "the app shows a native screen above the page"
  ],
  [
    "push",
    "the app goes on to a native screen"
  ],
  [
    "perform",
    "the app runs one of its actions"
  ],
  [
    "attempt",
    "the app runs one of its actions, which may refuse; then the next rule is tried"
  ],
  [
    "open",
    "the system opens the link, in another app or the browser"
  ],
  [
    "load",
    "this web view loads the link"
  ],
  [
    "setting",
    "the link is changed first"
  ],
  [
    "removing",
    "a part of the link is removed first"
  ],
  [
    "dismiss",
    "the app closes the page"
  ],
  [
    "allow",
    "the web view loads the link as a web page"
  ],
  [
    "javaScript",
    "whether the page may run scripts"
  ],
  [
    "contentMode",
    "whether the page is asked for its mobile or its desktop form"
  ],
  [
    "cancel",
    "the web view does not load the link"
  ],
  [
    "download",
    "the app downloads it"
  ],
  [
    "popup",
    "a second web view opens"
  ],
  [
    "continue",
    "the next rule is tried as well"
  ],
  [
    "leave",
    "the rules after this group are tried as well"
  ]
];
function wordsOfRules(rules) {
  return lazily("How to read these rules", ()=>{
    const used = usedWords(rules);
    const rows = meanings.filter(([word])=>used.has(word));
    return [
      h("p", {}, "Rules are tried from top to bottom, and the first that matches decides."),
      h("dl", {
        class: "legend"
      }, rows.map(([word, meaning])=>[
          h("dt", {}, code(word)),
          h("dd", {}, marked(meaning))
        ]))
    ];
  });
}
function usedWords(rules) {
  const used = new Set();
  for (const { at } of rules){
    const tokens = tokensOf(at[3]).filter(({ kind })=>kind !== "space");
    tokens.forEach(({ kind, text }, index)=>{
      if (kind === "string") return;
      const pair = text + (tokens[index + 1]?.text ?? "");
      used.add(kind === "mark" && meanings.some(([word])=>word === pair) ? pair : text);
    });
  }
  return used;
}
function questionForm(context, show) {
  const { chain, model, set } = context;
  if (chain === undefined) return null;
  const change = (question)=>{
    context.replace({
      question: {
        ...context.state.question,
        ...question
      }
    });
    show();
  };
  // The numbers begin again, so that each field has the same identifier whenever the view is drawn.
  fields = 0;
  const tested = testedNames(set);
  const inputs = model.inputs.filter(({ in: kinds, key })=>kinds.includes(chain.kind) && tested.has(key));
  const flags = set.flags.filter(({ name })=>tested.has(`app ${name}`));
  const values = set.values.filter(({ name })=>tested.has(`app ${name}`));
  const own = flags.length + values.length + attempts(context, chain).length;
  const appValues = own === 0 ? null : h("fieldset", {}, h("legend", {}, "The app at that moment"), flags.map((flag)=>flagField(context, flag.name, flag.documentation, change)), values.map((value)=>valueField(context, value, change)), attempts(context, chain).map((name)=>attemptField(context, name, change)));
  const request = h("fieldset", {}, h("legend", {}, chain.kind === "chain" ? "The request" : "The response"), inputs.map((input)=>input.keyed ? headersField(context, change) : inputField(context, input, change)));
  const isChanged = Object.keys(context.state.question).length > 1;
  return h("details", {
    class: "settings",
    open: isChanged
  }, h("summary", {}, "Circumstances: ", own === 0 ? "" : "the app, ", "the frame and more"), h("div", {
    class: "fieldsets"
  }, appValues, request));
}
function testedNames(set) {
  const roots = {
    request: "url",
    page: "page",
    document: "document",
    source: "sourceOrigin"
  };
  // Every chain tests the frame, and the page that makes the request has a frame if it has an
  // origin.
  const names = new Set([
    "frame"
  ]);
  for (const { root, app, input, key } of set.requestValues){
    if (root === "value") names.add(`app ${app ?? ""}`);
    else if (root !== undefined) names.add(roots[root]);
    else if (input === "flag" || input === "value") names.add(`app ${key ?? ""}`);
    else if (input === "header") names.add("headers");
    else names.add(input ?? "");
  }
  if (names.has("sourceOrigin")) names.add("source");
  return names;
}
let fields = 0;
function field(label, documentation, control) {
  const id = `field-${++fields}`;
  control.id = id;
  const hint = documentation === undefined || documentation === "" ? null : h("span", {
    class: "hint",
    id: `${id}-hint`
  }, marked(documentation));
  if (hint !== null) control.setAttribute("aria-describedby", `${id}-hint`);
  const isCheck = control instanceof HTMLInputElement && control.type === "checkbox";
  const name = h("label", {
    for: id
  }, marked(label));
  const parts = isCheck ? [
    control,
    name
  ] : [
    name,
    control
  ];
  return h("div", {
    class: isCheck ? "field check" : "field"
  }, parts, hint);
}
function checkbox(isChecked, change) {
  const box = h("input", {
    type: "checkbox",
    checked: isChecked
  });
  box.addEventListener("change", ()=>change(box.checked));
  return box;
}
function textField(text, change, lines = 1) {
  const control = lines === 1 ? h("input", {
    type: "text",
    value: text,
    autocapitalize: "off",
    spellcheck: "false"
  }) : h("textarea", {
    rows: String(lines),
    spellcheck: "false"
  }, text);
  control.addEventListener("input", ()=>change(control.value));
  return control;
}
function toggled(names, name, isIn) {
  const others = (names ?? []).filter((other)=>other !== name);
  return isIn ? [
    ...others,
    name
  ].sort() : others;
}
function flagField(context, name, documentation, change) {
  const isOn = (context.state.question.flags ?? []).includes(name);
  const box = checkbox(isOn, (isChecked)=>{
    change({
      flags: toggled(context.state.question.flags, name, isChecked)
    });
  });
  return field(`\`${name}\``, documentation, box);
}
function attempts(context, chain) {
  const rules = chain.runs.flatMap((run)=>run.rules).map((number)=>context.set.rules[number]);
  const steps = rules.flatMap((rule)=>rule?.steps ?? []);
  const names = steps.filter(({ kind })=>kind.startsWith("attempt")).map(({ name })=>name ?? "open url");
  return [
    ...new Set(names)
  ].sort();
}
function attemptField(context, name, change) {
  const isDeclined = (context.state.question.declined ?? []).includes(name);
  const box = checkbox(isDeclined, (isChecked)=>{
    change({
      declined: toggled(context.state.question.declined, name, isChecked)
    });
  });
  return field(name === "open url" ? "the system cannot open it" : `\`${name}\` does not take it`, undefined, box);
}
function valueField(context, value, change) {
  const given = context.state.question.values?.[value.name];
  const isList = value.type.startsWith("[");
  const text = Array.isArray(given) ? given.join("\n") : given === undefined ? "" : String(given);
  const control = textField(text, (text)=>{
    const values = {
      ...context.state.question.values
    };
    if (text === "") delete values[value.name];
    else values[value.name] = isList ? text.split("\n").filter((line)=>line !== "") : text;
    change({
      values
    });
  }, isList ? 3 : 1);
  const lines = isList ? " One on each line." : "";
  const hint = `${value.documentation ?? ""}${lines}`.trim();
  return field(`\`${value.name}\`: ${value.type}${value.optional ? "?" : ""}`, hint, control);
}
function headersField(context, change) {
  const written = Object.entries(context.state.question.headers ?? {}).map(([name, text])=>`${name}: ${text}`).join("\n");
  const control = textField(written, (text)=>{
    const headers = {};
    for (const line of text.split("\n")){
      const [, name, value] = /^([^:\s]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) headers[name.toLowerCase()] = value;
    }
    change({
      headers
    });
  }, 2);
  return field("headers", "`Name: value`, one on each line.", control);
}
function inputField(context, input, change) {
  const { question } = context.state;
  const value = question[input.key] === undefined ? input.default : question[input.key];
  if (input.type === "Bool") {
    const box = checkbox(value === true, (isChecked)=>change({
        [input.key]: isChecked
      }));
    return field(`\`${input.name}\``, input.documentation, box);
  }
  if (input.type !== "choice") {
    const control = textField(value === null || value === undefined ? "" : String(value), (text)=>{
      change({
        [input.key]: text === "" ? undefined : text
      });
    });
    return field(`\`${input.name}\``, input.documentation, control);
  }
  const choices = input.default === null ? [
    "",
    ...input.choices
  ] : input.choices;
  const select = h("select", {}, choices.map((choice)=>h("option", {
      value: choice,
      selected: choice === (value ?? "")
    }, choice === "" ? "none" : choice)));
  select.addEventListener("change", ()=>{
    change({
      [input.key]: select.value === "" ? undefined : select.value
    });
  });
  return field(`\`${input.name}\``, input.documentation, select);
}
function linkView(context) {
  const result = h("div");
  const settings = h("div");
  const details = h("div");
  const show = ()=>{
    const outcome = context.decide(context.state.question);
    result.replaceChildren(answer(context, outcome));
    details.replaceChildren(...explanation(context, outcome));
  };
  const showAll = ()=>{
    settings.replaceChildren(questionForm(context, show) ?? "");
    show();
  };
  const field = h("input", {
    id: "url",
    type: "text",
    inputmode: "url",
    autocapitalize: "off",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "https://…",
    value: context.state.question.url
  });
  field.addEventListener("input", ()=>{
    context.replace({
      question: {
        ...context.state.question,
        url: completed(field.value)
      }
    });
    show();
  });
  const choose = ()=>{
    // The rules of another chain test other values.
    globalThis.dispatchEvent(new HashChangeEvent("hashchange"));
  };
  showAll();
  return h("section", {
    "aria-labelledby": "link-title"
  }, h("h2", {
    id: "link-title"
  }, "What happens with this link?"), h("div", {
    class: "ask"
  }, h("p", {
    class: "field wide"
  }, h("label", {
    for: "url"
  }, "Link"), field), chainChoice(context, choose)), result, settings, details);
}
function completed(text) {
  const trimmed = text.trim();
  const isHost = /^[A-Za-z0-9\-]+(\.[A-Za-z0-9\-]+)+(:\d+)?([\/?#]|$)/.test(trimmed);
  return isHost && !/^[A-Za-z][A-Za-z0-9+\-.]*:/.test(trimmed) ? "https://" + trimmed : trimmed;
}
function answer(context, outcome) {
  const { chain, state } = context;
  const { question } = state;
  if (chain === undefined) return h("p", {}, "These rules decide about no links.");
  if (question.url === "") return examples(context, chain);
  if (outcome === null) {
    announce("This is no link.");
    return h("p", {
      class: "verdict blocked"
    }, "This is no link: the URL standard does not accept it. ", question.url.includes(":") ? "" : "A link starts with a scheme, such as https://");
  }
  const words = sentences(outcome, chain);
  announce(words.join(" ").replaceAll("`", ""));
  return h("div", {}, verdict(context, chain, outcome, words), comparison(context, chain, outcome), h("p", {
    class: "buttons"
  }, copyButton("Copy link to this answer", ()=>location.href), copyButton("Copy as test", ()=>testText(context.model, context.set, chain, question, outcome)), copyButton("Copy command", ()=>commandText(context.model, context.set, chain, question))));
}
function explanation(context, outcome) {
  const { chain, state } = context;
  if (chain === undefined || outcome === null) return [];
  const rows = parts(state.question);
  const legend = wordsOfRules(rulesOf(chain, context.set));
  return [
    triedRules(context, chain, outcome),
    ...rows === null ? [] : [
      rows
    ],
    legend
  ];
}
function examples(context, chain) {
  const urls = new Map();
  for (const { request } of chain.reached){
    if (request !== undefined && urls.size < 6) urls.set(request.url, request);
  }
  const links = [
    ...urls.values()
  ].map((request)=>h("li", {}, context.requestLink(chain, request)));
  return h("div", {
    class: "empty"
  }, h("p", {}, "Type or paste a link, and see what the app does with it, and which rule says so."), links.length === 0 ? null : [
    h("p", {}, "For example:"),
    h("ul", {}, links)
  ]);
}
function verdict(context, chain, outcome, words) {
  const kind = outcomeKind(outcome);
  return h("div", {
    class: `verdict ${kind}`
  }, h("p", {
    class: "kind"
  }, outcomeNames[kind]), h("ul", {
    class: "sentences"
  }, words.map((sentence)=>h("li", {}, marked(sentence)))), decider(context, chain, outcome));
}
function decider(context, chain, outcome) {
  if (!outcome.isLookedAt) {
    const subject = chain.kind === "chain" ? "requests" : "responses";
    return h("p", {
      class: "why"
    }, `Because ${chain.kind} ${chain.name} ignores ${subject} of that frame.`);
  }
  const decided = outcome.tried.find((tried)=>tried.entry === outcome.entry);
  if (decided === undefined) {
    return h("p", {
      class: "why"
    }, "Because no rule decides, and then a link is allowed.");
  }
  const { rule } = decided;
  const parts = heldParts(context.model, context.set, rule, context.state.question);
  const reasons = rule.condition === null ? [
    "No rule before it decides, and it takes all other links."
  ] : parts.map(heldWords);
  return [
    h("p", {
      class: "why"
    }, "Because of the rule at ", context.sourceLink(rule.at), ":"),
    h("p", {
      class: "decider"
    }, sourceCode(rule.at[3])),
    rule.documentation === undefined ? null : h("p", {
      class: "hint"
    }, marked(rule.documentation)),
    h("ul", {
      class: "reasons"
    }, reasons.map((text)=>h("li", {}, marked(text))))
  ];
}
function comparison(context, chain, outcome) {
  const { former } = context.model;
  if (former === undefined) return null;
  const before = context.decideFormer(context.state.question);
  if (before === null) {
    return h("p", {}, `There was no ${chain.kind} ${chain.name} in ${former.label}.`);
  }
  if (shortDecision(before) === shortDecision(outcome)) {
    return h("p", {
      class: "same"
    }, `The same as in ${former.label}.`);
  }
  return h("div", {
    class: `verdict former ${outcomeKind(before)}`
  }, h("p", {
    class: "kind"
  }, `In ${former.label} it was different`), h("ul", {
    class: "sentences"
  }, sentences(before, chain).map((words)=>h("li", {}, marked(words)))));
}
function triedRules(context, chain, outcome) {
  const rules = rulesOf(chain, context.set);
  const evaluated = new Set(outcome.tried.map(({ entry })=>entry));
  const rest = rules.filter((_, entry)=>!evaluated.has(entry));
  return h("div", {}, h("h3", {}, "Every rule, in order"), h("ol", {
    class: "rules"
  }, folded(outcome.tried.map((tried)=>({
      isQuiet: tried.result === "failed",
      draw: ()=>triedRule(context, tried)
    })), (count)=>`${count} rules that do not match`)), rest.length === 0 ? null : lazily(`${counted(rest.length, "more rule")} not evaluated`, ()=>[
      h("ul", {
        class: "rules"
      }, rest.map((rule)=>untriedRule(context, rule)))
    ]));
}
function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
function matchWords(rule) {
  switch(rule.decision){
    case "continue":
      return "matches, and the next rule is evaluated";
    case "leave":
      return "matches, and the rule after its block or handler is evaluated";
    default:
      return "decides";
  }
}
function triedRule(context, tried) {
  const isMatch = tried.result === "matched";
  const why = isMatch ? [
    matchWords(tried.rule)
  ] : reasons(tried);
  return h("li", {
    class: isMatch ? "yes" : "no"
  }, h("span", {
    class: "mark",
    role: "img",
    "aria-label": isMatch ? "yes" : "no"
  }, isMatch ? "✓" : "✗"), h("div", {}, sourceCode(tried.rule.at[3]), " ", context.sourceLink(tried.rule.at), h("ul", {
    class: "reasons"
  }, why.map((text)=>h("li", {}, marked(text))))));
}
function untriedRule(context, rule) {
  return h("li", {
    class: "rest"
  }, h("span", {
    class: "mark",
    "aria-hidden": "true"
  }, "·"), h("div", {}, sourceCode(rule.at[3]), " ", context.sourceLink(rule.at)));
}
function parts(question) {
  const address = parseAddress(question.url);
  if (address === null) return null;
  const rows = [
    [
      "scheme",
      address.scheme
    ]
  ];
  const host = addressHost(address);
  if (host !== null) rows.push([
    "host",
    host
  ]);
  if (address.port !== null) rows.push([
    "port",
    String(address.port)
  ]);
  addressComponents(address).slice(1).forEach((text, index)=>{
    rows.push([
      `path[${index + 1}]`,
      text
    ]);
  });
  for (const [name, text] of new URLSearchParams(address.query ?? "")){
    rows.push([
      `query["${name}"]`,
      text
    ]);
  }
  if (address.fragment !== null) rows.push([
    "fragment",
    address.fragment
  ]);
  return h("details", {}, h("summary", {}, "The parts of this link, as rules name them"), h("table", {}, h("tbody", {}, rows.map(([name, text])=>h("tr", {}, h("th", {
      scope: "row"
    }, code(name)), h("td", {}, text))))));
}
function placeKey(at) {
  return at.slice(0, 3).join(":");
}
function runTests(model, set) {
  return collected(set, [
    ...caseResults(model, set)
  ]);
}
const running = new WeakMap();
function testResults(model, set) {
  let results = running.get(set);
  if (results === undefined) {
    results = runInPieces(model, set);
    running.set(set, results);
  }
  return results;
}
async function runInPieces(model, set) {
  const cases = [];
  let start = performance.now();
  for (const result of caseResults(model, set)){
    cases.push(result);
    if (performance.now() - start < 20) continue;
    await new Promise((resume)=>setTimeout(resume));
    start = performance.now();
  }
  return collected(set, cases);
}
function* caseResults(model, set) {
  for (const test of set.tests){
    const chain = set.chains[test.chain];
    if (chain === undefined) continue;
    const outcome = decide(model, set, chain, test.question);
    yield {
      test,
      chain,
      outcome,
      passes: isExpected(outcome, test)
    };
  }
}
function collected(set, cases) {
  const reaching = new Map();
  for (const result of cases){
    const matched = result.outcome.tried.filter((tried)=>tried.result === "matched");
    for (const key of new Set(matched.map(({ rule })=>placeKey(rule.at)))){
      const others = reaching.get(key);
      if (others === undefined) reaching.set(key, [
        result
      ]);
      else others.push(result);
    }
  }
  const all = new Map();
  for (const chain of set.chains){
    for (const [entry, rule] of rulesOf(chain, set).entries()){
      const key = placeKey(rule.at);
      // A chain that reaches the rule is preferred, since it shows how to test the rule.
      const isReached = chain.reached[entry]?.status === "reachable";
      const known = all.get(key);
      const knownStatus = known?.chain.reached[known.entry]?.status;
      if (known === undefined || isReached && knownStatus !== "reachable") {
        all.set(key, {
          rule,
          chain,
          entry
        });
      }
    }
  }
  const uncovered = [
    ...all
  ].filter(([key])=>!reaching.has(key)).map(([, placed])=>placed);
  uncovered.sort((a, b)=>comparePlaces(a.rule.at, b.rule.at));
  return {
    cases,
    reaching,
    ruleCount: all.size,
    uncovered
  };
}
function comparePlaces(a, b) {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
function isExpected(outcome, test) {
  return outcome.decision === test.decision && outcome.steps.length === test.steps.length && outcome.steps.every((step, index)=>isSameStep(step, test.steps[index]));
}
function isSameStep(step, expected) {
  return expected !== undefined && step.kind === expected.kind && step.name === expected.name && step.arguments.length === expected.arguments.length && step.arguments.every(({ label, value }, index)=>{
    const other = expected.arguments[index];
    return other?.label === label && isSameLiteral(value, other.value);
  });
}
function isSameLiteral(a, b) {
  if (a.kind === "url" && b.kind === "url") return normalized(a.value) === normalized(b.value);
  if (a.kind === "list" && b.kind === "list") {
    const others = b.value;
    return a.value.length === others.length && a.value.every((item, index)=>{
      const other = others[index];
      return other !== undefined && isSameLiteral(item, other);
    });
  }
  const value = "value" in a ? a.value : null;
  return a.kind === b.kind && value === ("value" in b ? b.value : null);
}
function normalized(url) {
  const address = parseAddress(url);
  return address === null ? url : handedOn(serialized(address));
}
function testsView(context) {
  const result = h("div", {}, h("p", {}, "The tests run…"));
  testResults(context.model, context.set).then((results)=>{
    result.replaceChildren(...report(context, results));
    announce(summary(results).join(" "));
  });
  return h("section", {
    "aria-labelledby": "tests-title"
  }, h("h2", {
    id: "tests-title"
  }, "Do the tests pass?"), result);
}
function summary({ cases, ruleCount, uncovered }) {
  const failures = cases.filter(({ passes })=>!passes).length;
  const verb = uncovered.length === 1 ? "is" : "are";
  const outcome = failures > 0 ? `${failures} of ${counted(cases.length, "test")} ${failures === 1 ? "fails" : "fail"}.` : cases.length === 1 ? "The only test passes." : `All ${cases.length} tests pass.`;
  return [
    cases.length === 0 ? "These rules have no tests." : outcome,
    ruleCount === 0 ? "There are no rules to test." : uncovered.length === 0 ? `The tests reach ${ruleCount === 1 ? "the only rule" : `all ${ruleCount} rules`}.` : `${uncovered.length} of ${counted(ruleCount, "rule")} ${verb} reached by no test.`
  ];
}
function report(context, results) {
  const { cases, uncovered } = results;
  const failing = cases.filter(({ passes })=>!passes);
  const passing = cases.filter(({ passes })=>passes);
  const [outcome = "", reach = ""] = summary(results);
  const kind = failing.length > 0 ? "blocked" : cases.length > 0 ? "native" : "";
  const parts = [
    h("div", {
      class: `verdict ${kind}`
    }, h("p", {
      class: "sentences"
    }, outcome), h("p", {
      class: "why"
    }, reach)),
    failing.length === 0 ? null : section("Tests that fail", [
      h("ol", {
        class: "rules"
      }, failing.map((result)=>caseItem(context, result)))
    ]),
    uncovered.length === 0 ? null : section("Rules that no test reaches", [
      missingTests(context, uncovered),
      h("ol", {
        class: "rules"
      }, folded(uncovered.map((placed)=>({
          isQuiet: true,
          draw: ()=>missedRule(context, placed)
        })), (count)=>`${count} rules`))
    ]),
    passing.length === 0 ? null : section("Tests that pass", [
      h("ol", {
        class: "rules"
      }, folded(passing.map((result)=>({
          isQuiet: true,
          draw: ()=>caseItem(context, result)
        })), (count)=>`${count} tests`))
    ])
  ];
  return parts.filter((part)=>part !== null);
}
function section(title, parts) {
  return h("section", {
    "aria-label": title
  }, h("h3", {}, title), parts);
}
function caseItem(context, result) {
  const { test, chain, outcome, passes } = result;
  const decided = outcome.tried.find((tried)=>tried.entry === outcome.entry);
  const actual = h("code", {}, shortSteps(outcome.steps, outcome.decision, test.question.url));
  const expected = h("code", {}, shortSteps(test.steps, test.decision, test.question.url));
  return h("li", {
    class: passes ? "yes" : "no"
  }, h("span", {
    class: "mark",
    role: "img",
    "aria-label": passes ? "passes" : "fails"
  }, passes ? "✓" : "✗"), h("div", {}, context.requestLink(chain, test.question), " ", context.sourceLink(test.at), h("ul", {
    class: "reasons"
  }, passes ? h("li", {}, expected) : [
    h("li", {}, "The test expects ", expected),
    h("li", {}, "The rules decide ", actual, decided === undefined ? "" : [
      " by the rule at ",
      context.sourceLink(decided.rule.at)
    ])
  ])));
}
function shortSteps(steps, decision, url) {
  const words = steps.map((step)=>{
    if (step.name !== null) return `${step.kind} ${stepCall(step)}`;
    const [handed] = step.arguments;
    const isOther = handed?.value.kind === "url" && handed.value.value !== url;
    return isOther ? `${step.kind} ${literalText(handed.value)}` : step.kind;
  });
  return [
    ...words,
    decision
  ].join(" · ");
}
function missingTests(context, uncovered) {
  const reached = uncovered.filter((placed)=>witnessOf(placed) !== undefined);
  if (reached.length < 2) return null;
  return h("p", {
    class: "buttons"
  }, copyButton(`Copy tests for ${reached.length} of these rules`, ()=>reached.map((placed)=>testOf(context, placed)).join("\n")));
}
function witnessOf({ chain, entry }) {
  return chain.reached[entry]?.request;
}
function testOf(context, placed) {
  const request = witnessOf(placed);
  if (request === undefined) return "";
  const { model, set } = context;
  return testText(model, set, placed.chain, request, decide(model, set, placed.chain, request));
}
function missedRule(context, placed) {
  const { rule, chain, entry } = placed;
  const request = witnessOf(placed);
  const reach = chain.reached[entry];
  return h("li", {
    class: "no"
  }, h("span", {
    class: "mark",
    "aria-hidden": "true"
  }, "○"), h("div", {}, sourceCode(rule.at[3]), " ", context.sourceLink(rule.at), request === undefined ? reach === undefined ? null : h("p", {
    class: "hint"
  }, unreachedWords(reach)) : h("div", {
    class: "way"
  }, context.requestLink(chain, request), copyButton("Copy as test", ()=>testOf(context, placed)))));
}
function testNote(context, rule) {
  if (context.set.tests.length === 0) return null;
  const note = h("li", {
    class: "tested"
  });
  testResults(context.model, context.set).then(({ reaching })=>{
    const cases = reaching.get(placeKey(rule.at)) ?? [];
    const failures = cases.filter(({ passes })=>!passes).length;
    const fail = failures === 0 ? "" : `, ${failures} of them ${failures === 1 ? "fails" : "fail"}`;
    const text = cases.length === 0 ? "No test reaches it." : `Reached by ${counted(cases.length, "test")}${fail}.`;
    note.append(h("a", {
      href: context.address({
        view: "tests"
      })
    }, text));
    note.className = cases.length === 0 || failures > 0 ? "tested missed" : "tested";
  });
  return note;
}
function chainNote(context, chain) {
  if (context.set.tests.length === 0) return null;
  const note = h("span", {});
  testResults(context.model, context.set).then(({ reaching })=>{
    const numbers = chain.runs.flatMap((run)=>run.rules);
    const missed = numbers.filter((number)=>{
      const rule = context.set.rules[number];
      return rule !== undefined && !reaching.has(placeKey(rule.at));
    });
    note.textContent = missed.length === 0 ? ` Tests reach all rules of ${chainLabel(chain)}.` : ` ${missed.length} reached by no test.`;
  });
  return note;
}
function readNothing() {}
function writeNothing() {
  return null;
}
function checkString(value) {
  if (typeof value !== "string") throw new BridgeMismatch("a string", kindOf(value));
  return value;
}
function writeString(value) {
  return checkString(value).replace(/[\uD800-\uDFFF]/gu, "\uFFFD");
}
function checkInteger(value) {
  if (typeof value !== "number") throw new BridgeMismatch("an integer", kindOf(value));
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value; // There is no integer -0.
  const isFraction = Number.isFinite(value) && !Number.isInteger(value);
  const found = isFraction ? "with a fraction" : `beyond ±${Number.MAX_SAFE_INTEGER}`;
  throw new BridgeMismatch("an integer", `a number ${found}`);
}
function checkNumber(value) {
  if (typeof value !== "number") throw new BridgeMismatch("a number", kindOf(value));
  if (!Number.isFinite(value)) throw new BridgeMismatch("a number", "a number that is not finite");
  return value;
}
function checkBoolean(value) {
  if (typeof value !== "boolean") throw new BridgeMismatch("a Boolean", kindOf(value));
  return value;
}
function readArray(read) {
  return (json)=>{
    if (!Array.isArray(json)) throw new BridgeMismatch("an array", kindOf(json));
    return json.map((element, index)=>{
      try {
        return read(element);
      } catch (error) {
        throw at(index, error);
      }
    });
  };
}
function writeArray(write) {
  return (values)=>{
    if (!Array.isArray(values)) throw new BridgeMismatch("an array", kindOf(values));
    // Unlike `map`, this also visits the holes of an array.
    return Array.from(values, (value, index)=>{
      try {
        return write(value);
      } catch (error) {
        throw at(index, error);
      }
    });
  };
}
function readDictionary(read) {
  return (json)=>{
    if (kindOf(json) !== "an object") throw new BridgeMismatch("an object", kindOf(json));
    const entries = Object.create(null);
    for (const [key, element] of Object.entries(json)){
      try {
        entries[key] = read(element);
      } catch (error) {
        throw at(key, error);
      }
    }
    return entries;
  };
}
function writeDictionary(write) {
  return (values)=>{
    if (kindOf(values) !== "an object") throw new BridgeMismatch("an object", kindOf(values));
    const entries = Object.create(null);
    for (const [key, value] of Object.entries(values)){
      try {
        entries[writeString(key)] = write(value);
      } catch (error) {
        throw at(key, error);
      }
    }
    return entries;
  };
}
function readOptional(read) {
  return (json)=>json === undefined || json === null ? undefined : read(json);
}
function writeOptional(write) {
  return (value)=>value === undefined || value === null ? null : write(value);
}
function readData(json) {
  if (typeof json !== "string") throw new BridgeMismatch("base64 data", kindOf(json));
  if (json.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(json)) {
    throw new BridgeMismatch("base64 data", "another string");
  }
  const characters = atob(json);
  const bytes = new Uint8Array(characters.length);
  for(let i = 0; i < bytes.length; i++)bytes[i] = characters.charCodeAt(i);
  return bytes;
}
function writeData(value) {
  if (!(value instanceof Uint8Array)) throw new BridgeMismatch("a Uint8Array", kindOf(value));
  // A call takes only some ten thousand arguments, so the bytes are converted in pieces. Three
  // bytes make four characters, so only the last piece is padded.
  const size = 3 * 4096;
  let text = "";
  for(let start = 0; start < value.length; start += size){
    text += btoa(String.fromCharCode(...value.subarray(start, start + size)));
  }
  return text;
}
const datePattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;
function readDate(json) {
  if (typeof json !== "string") throw new BridgeMismatch("an ISO 8601 date", kindOf(json));
  const parts = datePattern.exec(json);
  const digits = (index)=>Number(parts?.[index] ?? 0);
  const [year, month, day] = [
    digits(1),
    digits(2),
    digits(3)
  ];
  const [hour, minute, second] = [
    digits(4),
    digits(5),
    digits(6)
  ];
  const milliseconds = Number((parts?.[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const [offsetHour, offsetMinute] = [
    digits(9),
    digits(10)
  ];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isValid = parts !== null && date.getUTCMonth() === month - 1 && hour < 24 && minute < 60 && second <= 60 && offsetHour < 24 && offsetMinute < 60;
  if (!isValid) throw new BridgeMismatch("an ISO 8601 date", "another string");
  const sign = parts[8] === "-" ? -1 : 1;
  date.setUTCHours(hour - sign * offsetHour, minute - sign * offsetMinute, second, milliseconds);
  return checkYears(date, "an ISO 8601 date", "another string");
}
function writeDate(value) {
  if (!(value instanceof Date)) throw new BridgeMismatch("a date", kindOf(value));
  return checkYears(value, "a date of the years 1 to 9999", "another date").toISOString();
}
function checkYears(date, expected, found) {
  const year = date.getUTCFullYear();
  if (year >= 1 && year <= 9999) return date;
  throw new BridgeMismatch(expected, found);
}
function property(value, key) {
  const isOwn = Object.prototype.hasOwnProperty.call(value, key);
  return isOwn || !(key in Object.prototype) ? value[key] : undefined;
}
function readObject(json) {
  if (kindOf(json) !== "an object") throw new BridgeMismatch("an object", kindOf(json));
  return json;
}
function readField(fields, name, read) {
  try {
    return read(property(fields, name));
  } catch (error) {
    throw inField(name, error);
  }
}
function readFieldOr(fields, name, read, fallback) {
  return property(fields, name) === undefined ? fallback : readField(fields, name, read);
}
function readDiscriminator(fields, field, names) {
  const name = names.find((name)=>name === property(fields, field));
  if (name === undefined) throw unknownCase(fields, field, names);
  return name;
}
function unknownCase(union, field, names) {
  if (kindOf(union) !== "an object") return new BridgeMismatch("an object", kindOf(union));
  const name = property(union, field);
  const expected = alternatives(names.map((name)=>JSON.stringify(name)));
  const found = typeof name === "string" ? "another string" : kindOf(name);
  return inField(field, new BridgeMismatch(expected, found));
}
function writeField(value, key, write) {
  if (kindOf(value) !== "an object") throw new BridgeMismatch("an object", kindOf(value));
  try {
    return write(property(value, key));
  } catch (error) {
    throw inField(key, error);
  }
}
function writeFieldOr(value, key, write, fallback) {
  return writeField(value, key, (field)=>write(field ?? fallback));
}
function writeOptionalField(value, key, write) {
  return writeField(value, key, (field)=>field === undefined || field === null ? undefined : write(field));
}
function withoutUndefined(fields) {
  for (const key of Object.keys(fields)){
    if (fields[key] === undefined) delete fields[key];
  }
  return fields;
}
function copyJSON(value) {
  return copyBelow(value, 0);
}
function copyBelow(value, level) {
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return writeString(value);
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value === "number") throw new BridgeMismatch("JSON", "a number that is not finite");
  if (level === 512) throw new BridgeMismatch("JSON of at most 512 levels", "a deeper value");
  const copy = (element)=>copyBelow(element, level + 1);
  if (Array.isArray(value)) return readArray(copy)(Array.from(value));
  if (Object.prototype.toString.call(value) !== "[object Object]") {
    throw new BridgeMismatch("JSON", kindOf(value));
  }
  const entries = Object.entries(value).filter(([, element])=>element !== undefined).map(([key, element])=>[
      writeString(key),
      element
    ]);
  return readDictionary(copy)(Object.fromEntries(entries));
}
function readText(read) {
  return (json)=>{
    const text = checkString(json);
    let value;
    try {
      value = JSON.parse(text);
    } catch  {
      throw new BridgeMismatch("JSON text", "another string");
    }
    return read(value);
  };
}
function writeText(write) {
  return (value)=>JSON.stringify(write(value) ?? null);
}
function convertByKind(value, conversions) {
  const found = kindOf(value);
  const kinds = Object.entries(conversions);
  for (const [kind, convert] of kinds){
    if (kind === found) {
      return convert(value);
    }
  }
  throw new BridgeMismatch(alternatives(kinds.map(([kind])=>kind)), found);
}
function trace(model, set, chain, question) {
  const outcome = decide(model, set, chain, question);
  const file = (at)=>set.files[at[0]];
  const place = (rule)=>({
      file: file(rule.at)?.name,
      line: rule.at[1],
      place: `${file(rule.at)?.path}:${rule.at[1]}`
    });
  const decided = outcome.tried.find((tried)=>tried.entry === outcome.entry);
  return {
    version: 1,
    [chain.kind]: chain.name,
    decision: outcome.decision,
    rule: decided ? place(decided.rule) : null,
    steps: outcome.steps.map(jsonOfStep),
    refused: outcome.refused.map(jsonOfStep),
    tried: outcome.tried.map((tried)=>({
        rule: place(tried.rule),
        matched: tried.result === "matched",
        failed: tried.failed.map((failed)=>({
            part: failed.part,
            file: file(failed.at)?.name,
            line: failed.at[1],
            column: failed.at[2],
            seen: failed.seen.map(({ name, value })=>({
                name,
                value: jsonOf(value)
              })),
            expected: failed.expected
          }))
      }))
  };
}
function jsonOfStep(step) {
  return {
    kind: step.kind,
    name: step.name,
    arguments: Object.fromEntries(step.arguments.map(({ label, value })=>[
        label,
        jsonOfLiteral(value)
      ])),
    ...step.lost === null ? {} : {
      lost: step.lost
    }
  };
}
function jsonOfLiteral(literal) {
  switch(literal.kind){
    case "int":
      return Number(literal.value);
    case "list":
      return literal.value.map(jsonOfLiteral);
    case "request":
      return "request";
    case "dictionary":
      return {};
    case "missing":
      return null;
    default:
      return literal.value;
  }
}
function readerOf(type, contract) {
  if (type === null) return readNothing;
  const inner = ()=>readerOf(type.of ?? null, contract);
  switch(type.kind){
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
      return (json)=>{
        const fields = contract.models.find(({ name })=>name === type.name)?.fields ?? [];
        readFields(fields, readObject(json), contract);
      };
    case "union":
      return (json)=>{
        const union = contract.unions.find(({ name })=>name === type.name);
        if (union !== undefined) readUnion(union, json, contract);
      };
    default:
      return copyJSON;
  }
}
function readFields(fields, json, contract) {
  for (const field of fields){
    const read = readerOf(field.type, contract);
    if (field.default === null) readField(json, field.wire, read);
    else readFieldOr(json, field.wire, read, undefined);
  }
}
function readUnion(union, json, contract) {
  const { by, cases } = union;
  if (by === null) {
    const kinds = cases.map(({ wire, fields })=>[
        wire,
        readerOf(fields[0]?.type ?? null, contract)
      ]);
    convertByKind(json, Object.fromEntries(kinds));
    return;
  }
  const object = readObject(json);
  const name = readDiscriminator(object, by, cases.map(({ wire })=>wire));
  readFields(cases.find(({ wire })=>wire === name)?.fields ?? [], object, contract);
}
function messageReader(message, contract) {
  const read = readerOf(message.sends, contract);
  if (message.isText) return readText(read);
  return canBeEmpty(message.sends, contract) ? (json)=>read(json ?? {}) : read;
}
function canBeEmpty(type, contract) {
  if (type?.kind !== "model") return false;
  const fields = contract.models.find(({ name })=>name === type.name)?.fields ?? [];
  return fields.every((field)=>field.default !== null || field.type.kind === "optional");
}
function faultOfBody(message, body, contract) {
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
function readEnvelope(message, body, read) {
  readDiscriminator(body, message.by ?? "", [
    message.identifier
  ]);
  if (message.sends === null) return;
  if (message.payload === null || message.payload === undefined) {
    read(body);
    return;
  }
  readField(body, message.payload, read);
}
function sampleBody(message, set) {
  const value = message.sends === null ? undefined : sample(message.sends, set);
  const payload = message.isText && value !== undefined ? JSON.stringify(value) : value;
  if (message.by === undefined) return payload ?? null;
  const body = {
    [message.by]: message.identifier
  };
  if (payload === undefined) return body;
  if (message.payload === null || message.payload === undefined) {
    return {
      ...body,
      ...payload
    };
  }
  return {
    ...body,
    [message.payload]: payload
  };
}
function sample(type, set, level = 0) {
  const { models, unions } = set.contract;
  switch(type.kind){
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
      return set.enumerations.find(({ name })=>name === type.name)?.cases[0]?.raw ?? "text";
    case "array":
      return level > 3 || type.of === undefined ? [] : [
        sample(type.of, set, level + 1)
      ];
    case "dictionary":
      return level > 3 || type.of === undefined ? {} : {
        key: sample(type.of, set, level + 1)
      };
    case "optional":
      return level > 3 || type.of === undefined ? undefined : sample(type.of, set, level);
    case "model":
      return sampleFields(models.find(({ name })=>name === type.name)?.fields ?? [], set, level);
    case "union":
      return sampleUnion(unions.find(({ name })=>name === type.name), set, level);
    default:
      return {
        any: "JSON"
      };
  }
}
function sampleFields(fields, set, level) {
  const entries = fields.map((field)=>[
      field.wire,
      field.default === null ? sample(field.type, set, level + 1) : jsonOfLiteral(field.default)
    ]);
  return Object.fromEntries(entries.filter(([, value])=>value !== undefined));
}
function sampleUnion(union, set, level) {
  const first = union?.cases[0];
  if (union === undefined || first === undefined) return null;
  if (union.by !== null) {
    return {
      [union.by]: first.wire,
      ...sampleFields(first.fields, set, level)
    };
  }
  const type = first.fields[0]?.type;
  return type === undefined ? null : sample(type, set, level + 1);
}
function contractView(context) {
  const { messages, events, calls, types } = context.set.contract;
  return h("section", {
    "aria-labelledby": "contract-title"
  }, h("h2", {
    id: "contract-title"
  }, "What page and app tell each other"), group("From the page to the app", messages.map((message)=>messageItem(context, message))), group("Events from the app to the page", events.map((event)=>sentItem(context, event))), group("Calls from the app into the page", calls.map((call)=>sentItem(context, call))), types === "" ? null : h("details", {}, h("summary", {}, "The types in TypeScript"), codeBlock("Types", types)));
}
function group(title, items) {
  return items.length === 0 ? null : [
    h("h3", {}, title),
    h("ul", {
      class: "targets"
    }, items)
  ];
}
function codeBlock(label, text) {
  const block = h("pre", {
    class: "scroll",
    tabindex: "0",
    role: "region",
    "aria-label": label
  }, text);
  return h("div", {
    class: "block"
  }, block, copyButton("Copy", ()=>text));
}
function heading(context, sent, who) {
  return [
    h("h4", {}, h("code", {}, sent.identifier), ` ${sent.name} `, context.sourceLink(sent.at)),
    sent.documentation === undefined ? null : h("p", {
      class: "hint"
    }, marked(sent.documentation)),
    sent.deprecated === undefined ? null : h("p", {
      class: "hint"
    }, `Deprecated: ${sent.deprecated}`),
    h("p", {}, marked(who))
  ];
}
function signatures(sent) {
  const rows = [
    [
      "TypeScript",
      sent.typescript
    ],
    [
      "Swift",
      sent.swift
    ]
  ];
  return rows.map(([language, text])=>text === "" ? null : h("p", {}, `${language}: `, h("code", {}, text)));
}
function pages(origins) {
  const names = origins.map(({ name, pages })=>`${name} (${pages.join(", ")})`);
  return names.length === 0 ? "pages of any origin" : `pages of ${names.join(", ")}`;
}
function messageItem(context, message) {
  const who = message.isIsolated ? "Only scripts of the app can send it." : `Accepted from ${pages(message.origins)}, ` + (message.frames === "main" ? "main frame only." : "all frames.");
  const body = JSON.stringify(sampleBody(message, context.set), null, 2);
  const isName = /^[A-Za-z_$][\w$]*$/.test(message.handler);
  const handler = isName ? `.${message.handler}` : `[${JSON.stringify(message.handler)}]`;
  const post = `window.webkit.messageHandlers${handler}.postMessage(${body});`;
  return h("li", {}, heading(context, message, who), signatures(message), codeBlock(`A sample of ${message.identifier}`, post), message.replies === null ? null : replySample(context, message), checker(context, message, body));
}
function replySample(context, sent) {
  if (sent.replies === null) return null;
  const reply = JSON.stringify(sample(sent.replies, context.set) ?? null);
  return h("p", {}, "It is answered with, for example, ", h("code", {}, reply));
}
function checker(context, message, body) {
  return lazily("Check a body", ()=>{
    const id = `body-${message.at[0]}-${message.at[1]}-${message.at[2]}`;
    const result = h("p", {
      role: "status"
    });
    const area = h("textarea", {
      id,
      rows: "6",
      spellcheck: "false"
    }, body);
    const check = ()=>{
      const fault = faultOfText(context, message, area.value);
      result.className = fault === null ? "yes" : "no";
      result.textContent = fault === null ? "✓ The app reads this body." : `✗ ${fault}`;
    };
    area.addEventListener("input", check);
    check();
    return [
      h("p", {
        class: "field"
      }, h("label", {
        for: id
      }, "Body in JSON"), area),
      result
    ];
  });
}
function faultOfText(context, message, text) {
  let body;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return `this is no JSON: ${error instanceof Error ? error.message : ""}`;
  }
  const fault = faultOfBody(message, body, context.set.contract);
  return fault === null ? null : `The app refuses this body: ${fault}`;
}
function sentItem(context, sent) {
  const value = sent.sends === null ? null : JSON.stringify(sample(sent.sends, context.set), null, 2);
  return h("li", {}, heading(context, sent, `For ${pages(sent.origins)}.`), signatures(sent), value === null ? null : codeBlock(`A sample of ${sent.identifier}`, value), replySample(context, sent));
}
let pasted = "";
function manyView(context) {
  const result = h("div");
  const show = ()=>result.replaceChildren(table(context, rows(context, pasted)) ?? "");
  const area = h("textarea", {
    id: "links",
    rows: "8",
    spellcheck: "false"
  }, pasted);
  area.addEventListener("input", ()=>{
    pasted = area.value;
    show();
  });
  show();
  return h("section", {
    "aria-labelledby": "many-title"
  }, h("h2", {
    id: "many-title"
  }, "Many links at once"), h("div", {
    class: "ask"
  }, h("p", {
    class: "field wide"
  }, h("label", {
    for: "links"
  }, "Links, one on each line"), area), chainChoice(context, ()=>globalThis.dispatchEvent(new HashChangeEvent("hashchange")))), h("p", {
    class: "hint"
  }, "With the circumstances that are set for a single link."), result);
}
function rows(context, text) {
  const urls = text.split(/\r?\n/).map((line)=>line.trim()).filter((line)=>line !== "");
  return urls.map((url)=>{
    const question = {
      ...context.state.question,
      url
    };
    const outcome = context.decide(question);
    if (outcome === null) return {
      url,
      kind: null,
      decision: "no link",
      rule: null,
      former: null
    };
    const decided = outcome.tried.find((tried)=>tried.entry === outcome.entry);
    const before = context.decideFormer(question);
    const decision = shortDecision(outcome);
    return {
      url,
      kind: outcomeKind(outcome),
      decision,
      rule: decided?.rule.at ?? null,
      former: before === null || shortDecision(before) === decision ? null : shortDecision(before)
    };
  });
}
function table(context, rows) {
  if (rows.length === 0) return null;
  const { former } = context.model;
  const place = (rule)=>rule === null ? "" : `${context.set.files[rule[0]]?.name ?? ""}:${rule[1]}`;
  const save = h("button", {
    type: "button"
  }, "Save as CSV");
  save.addEventListener("click", ()=>{
    const heads = [
      "link",
      "outcome",
      "decision",
      "rule",
      ...former ? [
        former.label
      ] : []
    ];
    const records = rows.map((row)=>[
        row.url,
        row.kind === null ? "" : outcomeNames[row.kind],
        row.decision,
        place(row.rule),
        ...former ? [
          row.former ?? row.decision
        ] : []
      ]);
    download("links.csv", "text/csv;charset=utf-8", [
      heads,
      ...records
    ].map(csvRecord).join(""));
  });
  const heads = [
    "Link",
    "Outcome",
    "Decision",
    "Rule",
    ...former ? [
      `In ${former.label}`
    ] : []
  ];
  announce(counted(rows.length, "link"));
  return h("div", {}, counts(rows), h("p", {
    class: "buttons"
  }, save), h("div", {
    class: "scroll",
    tabindex: "0",
    role: "region",
    "aria-label": "Decisions"
  }, h("table", {
    class: "many"
  }, h("thead", {}, h("tr", {}, heads.map((head)=>h("th", {
      scope: "col"
    }, head)))), h("tbody", {}, rows.map((row)=>tableRow(context, row))))));
}
function counts(rows) {
  const kinds = [
    ...Object.keys(outcomeNames),
    null
  ];
  return h("ul", {
    class: "counts"
  }, kinds.map((kind)=>{
    const count = rows.filter((row)=>row.kind === kind).length;
    if (count === 0) return null;
    return h("li", {
      class: kind ?? "blocked"
    }, countedOutcome(count, kind));
  }));
}
function tableRow(context, row) {
  const { former } = context.model;
  const link = row.kind === null ? row.url : h("a", {
    href: context.address({
      view: "link",
      question: {
        ...context.state.question,
        url: row.url
      }
    })
  }, row.url);
  return h("tr", {
    class: row.former === null ? "" : "changed"
  }, h("td", {
    class: "url"
  }, link), h("td", {}, row.kind === null ? "" : outcomeNames[row.kind]), h("td", {}, row.decision), h("td", {}, row.rule === null ? "" : context.sourceLink(row.rule)), former === undefined ? null : h("td", {}, row.former ?? "the same"));
}
const size = {
  width: 230,
  height: 52,
  gap: 12,
  between: 110,
  mark: 8
};
const shownMarks = 20;
function picture(context) {
  const { chains } = context.set;
  const users = chains.map((chain)=>chainBox(chain));
  const used = usedBoxes(context);
  if (used.size === 0) return null;
  const targets = [
    ...used.values()
  ];
  const edges = chains.flatMap((chain, from)=>ownersOf(chain).map((owner)=>edge(from, [
        ...used.keys()
      ].indexOf(owner))));
  const rows = Math.max(users.length, targets.length);
  const [width, height] = [
    2 * size.width + size.between,
    rows * (size.height + size.gap)
  ];
  const drawing = svg("svg", {
    viewBox: `0 0 ${width} ${height}`,
    width: String(width),
    height: String(height),
    role: "group",
    "aria-label": "Chains and the handlers that they use"
  }, ...edges, ...users.map((box, row)=>boxFigure(context, box, 0, row)), ...targets.map((box, row)=>boxFigure(context, box, size.width + size.between, row)));
  return h("div", {
    class: "picture"
  }, h("div", {
    class: "scroll",
    tabindex: "0",
    role: "region",
    "aria-label": "Picture"
  }, drawing), h("ul", {
    class: "counts"
  }, h("li", {
    class: "native"
  }, "■ reached"), h("li", {
    class: "blocked"
  }, "□ never reached"), h("li", {
    class: "outside"
  }, "◇ undecided")));
}
function chainBox(chain) {
  return {
    name: chainLabel(chain),
    at: chain.at,
    statuses: chain.reached.map(({ status })=>status)
  };
}
function ownersOf(chain) {
  const owners = chain.runs.map(({ owner })=>owner).filter((owner)=>owner !== chainLabel(chain));
  return [
    ...new Set(owners)
  ];
}
function usedBoxes(context) {
  const statuses = new Map();
  for (const chain of context.set.chains){
    let entry = 0;
    for (const run of chain.runs){
      const own = statuses.get(run.owner) ?? new Map();
      for (const number of run.rules){
        const status = chain.reached[entry++]?.status ?? "undecided";
        if (own.get(number) !== "reachable") own.set(number, status);
      }
      if (run.owner !== chainLabel(chain)) statuses.set(run.owner, own);
    }
  }
  const boxes = [
    ...statuses
  ].map(([name, rules])=>{
    const [first = -1] = rules.keys();
    const at = context.set.rules[first]?.at ?? null;
    return [
      name,
      {
        name,
        at,
        statuses: [
          ...rules.values()
        ]
      }
    ];
  });
  return new Map(boxes);
}
function middle(row) {
  return row * (size.height + size.gap) + size.height / 2;
}
function edge(from, to) {
  const [left, right] = [
    size.width,
    size.width + size.between
  ];
  const bend = (left + right) / 2;
  const path = `M${left} ${middle(from)}C${bend} ${middle(from)} ${bend} ${middle(to)} ${right} ${middle(to)}`;
  return svg("path", {
    d: path,
    class: "edge"
  });
}
function boxFigure(context, box, x, row) {
  const y = row * (size.height + size.gap);
  const rectangle = svg("rect", {
    x: String(x + 1),
    y: String(y + 1),
    width: String(size.width - 2),
    height: String(size.height - 2),
    rx: "6",
    class: "box"
  });
  const label = box.name.length > 26 ? `${box.name.slice(0, 25)}…` : box.name;
  const name = svg("text", {
    x: String(x + 12),
    y: String(y + 21)
  });
  name.textContent = label;
  const count = (status)=>box.statuses.filter((other)=>other === status).length;
  const title = svg("title", {});
  title.textContent = `${box.name}: ${count("reachable")} of ${box.statuses.length} rules reached`;
  const parts = [
    title,
    rectangle,
    name,
    ...ruleMarks(box.statuses, x + 12, y + 32)
  ];
  if (box.at === null) return svg("g", {}, ...parts);
  const href = context.address({
    view: "source",
    line: `${box.at[0]}:${box.at[1]}`
  });
  return svg("a", {
    href
  }, ...parts);
}
function ruleMarks(statuses, x, y) {
  const shown = statuses.slice(0, shownMarks).map((status, index)=>{
    const left = x + index * (size.mark + 2);
    const half = size.mark / 2;
    const diamond = `M${left + half} ${y}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`;
    const square = `M${left} ${y}h${size.mark}v${size.mark}h${-size.mark}z`;
    return svg("path", {
      d: status === "undecided" ? diamond : square,
      class: `mark ${status}`
    });
  });
  if (statuses.length <= shownMarks) return shown;
  const more = svg("text", {
    x: String(x + shownMarks * (size.mark + 2)),
    y: String(y + size.mark)
  });
  more.textContent = "…";
  return [
    ...shown,
    more
  ];
}
const claimMarks = {
  proved: [
    "✓",
    "proved"
  ],
  broken: [
    "✗",
    "broken"
  ],
  undecided: [
    "?",
    "undecided"
  ]
};
function promises(context) {
  const { claims } = context.set;
  if (claims.length === 0) return null;
  return h("section", {
    class: "chain",
    "aria-labelledby": "promises-title"
  }, h("h3", {
    id: "promises-title"
  }, "What always holds"), h("p", {}, "Proved for every request, not only for the links that somebody has tried."), h("ol", {
    class: "rules"
  }, claims.map((claim)=>promise(context, claim))));
}
function promise(context, claim) {
  const [mark, label] = claimMarks[claim.verdict];
  const request = claim.request === null ? null : h("li", {}, "broken by ", code(claim.request));
  return h("li", {
    class: claim.verdict === "proved" ? "yes" : "no"
  }, h("span", {
    class: "mark",
    role: "img",
    "aria-label": label
  }, mark), h("div", {}, sourceCode(claim.at[3]), " ", context.sourceLink(claim.at), claim.documentation === undefined ? null : h("p", {
    class: "hint"
  }, marked(claim.documentation)), h("ul", {
    class: "reasons"
  }, h("li", {}, `${claim.name}, for ${claim.chains.join(", ")}`), request)));
}
function overview(context) {
  return h("section", {
    "aria-labelledby": "rules-title"
  }, h("h2", {
    id: "rules-title"
  }, "The rules"), h("p", {}, "The rules of a chain are evaluated from top to bottom, and the first that matches decides. ", "Below each rule is a link that reaches it."), wordsOfRules(context.set.rules), picture(context), promises(context), context.set.chains.map((chain)=>chainFigure(context, chain)), context.set.chains.length === 0 ? h("p", {}, "There are no chains.") : null);
}
function chainFigure(context, chain) {
  const label = chainLabel(chain);
  const count = (status)=>chain.reached.filter((reach)=>reach.status === status).length;
  const rules = chain.runs.reduce((sum, run)=>sum + run.rules.length, 0);
  const [unreached, undecided] = [
    count("unreachable"),
    count("undecided")
  ];
  let entry = 0;
  const steps = chain.runs.map((run)=>{
    const start = entry;
    entry += run.rules.length;
    return runFigure(context, chain, run, start);
  });
  return h("section", {
    class: "chain",
    "aria-label": label
  }, h("h3", {}, label, " ", context.sourceLink(chain.at)), documentation(chain.documentation), h("p", {}, counted(rules, "rule"), unreached === 0 ? ", all reached" : `, ${unreached} of them never reached`, undecided === 0 ? "" : `, ${undecided} undecided`, `. Frames: ${chain.frames.join(", ")}.`, chainNote(context, chain)), h("ol", {
    class: "runs"
  }, steps));
}
function documentation(text) {
  return text === undefined ? null : h("p", {
    class: "hint"
  }, marked(text));
}
function runFigure(context, chain, run, start) {
  const isOwn = run.owner === chainLabel(chain);
  const uses = run.uses.map((use)=>h("span", {}, " ", context.sourceLink(use)));
  return h("li", {
    class: isOwn ? "run" : "run used"
  }, isOwn ? null : h("h4", {}, run.owner, uses), h("ol", {
    class: "rules"
  }, folded(run.rules.flatMap((number, index)=>{
    const rule = context.set.rules[number];
    const reach = chain.reached[start + index];
    if (rule === undefined) return [];
    const draw = ()=>ruleFigure(context, chain, rule, reach);
    return [
      {
        isQuiet: reach?.status === "reachable",
        draw
      }
    ];
  }), (count)=>`${count} rules, all reached`)));
}
const marks = {
  reachable: [
    "✓",
    "reached"
  ],
  unreachable: [
    "✗",
    "never reached"
  ],
  undecided: [
    "?",
    "undecided"
  ]
};
function ruleFigure(context, chain, rule, reach) {
  const [mark, label] = marks[reach?.status ?? "undecided"];
  const name = reach?.status === "reachable" ? "yes" : "no";
  return h("li", {
    class: name
  }, h("span", {
    class: "mark",
    role: "img",
    "aria-label": label
  }, mark), h("div", {}, sourceCode(rule.at[3]), " ", context.sourceLink(rule.at), documentation(rule.documentation), reach === undefined ? null : h("ul", {
    class: "reasons"
  }, h("li", {}, reached(context, chain, reach)), testNote(context, rule))));
}
function reached(context, chain, reach) {
  if (reach.request !== undefined) {
    const again = reach.again === undefined ? "" : ` It attempts ${reach.again} again, after that has failed in an earlier rule.`;
    return [
      context.requestLink(chain, reach.request),
      again
    ];
  }
  const parts = (reach.parts ?? []).map((part)=>[
      " ",
      sourceCode(part[3])
    ]);
  const entries = chain.runs.flatMap((run)=>run.rules);
  const covers = (reach.cover ?? []).map(({ entry, request })=>{
    const rule = context.set.rules[entries[entry] ?? -1];
    return rule === undefined ? null : h("li", {}, sourceCode(rule.at[3]), " ", context.sourceLink(rule.at), " handles ", context.requestLink(chain, request));
  });
  return [
    unreachedWords(reach),
    parts,
    covers.length === 0 ? null : h("ul", {}, covers)
  ];
}
function slotsOf(rule, step, set) {
  return (step.arguments ?? []).flatMap((argument)=>{
    if (!isInLink(argument, rule, set)) return [];
    const type = argument.type.replace(/\?$/, "");
    const cases = set.enumerations.find(({ name })=>name === type)?.cases;
    const choices = type === "Bool" ? [
      "true",
      "false"
    ] : cases?.map(({ raw })=>raw) ?? null;
    const { parameter: label, required } = argument;
    return [
      {
        label,
        type: argument.type,
        choices,
        optional: !required,
        argument
      }
    ];
  });
}
function isInLink(argument, rule, set) {
  if (argument.capture !== undefined) {
    return capturing(rule.condition, argument.capture).some(({ of })=>isPart(set.requestValues[of]));
  }
  return argument.request !== undefined && isPart(set.requestValues[argument.request]);
}
const settableParts = new Set([
  "host",
  "path",
  "component",
  "last",
  "queryItem",
  "rawQueryItem",
  "fragment"
]);
function isPart(value) {
  return value?.root === "request" && settableParts.has(value.part ?? "") && value.index !== 0;
}
function capturing(condition, capture) {
  switch(condition?.kind){
    case "test":
      return capturingCore(condition.core, capture);
    case "all":
    case "any":
      return condition.parts.flatMap((part)=>capturing(part, capture));
    default:
      return [];
  }
}
function capturingCore(core, capture) {
  switch(core.kind){
    case "test":
      {
        if (core.test.kind !== "glob") return [];
        const { glob } = core.test;
        const has = glob.elements.some((element)=>typeof element !== "string" && element[1] === capture);
        return has ? [
          {
            of: core.of,
            glob
          }
        ] : [];
      }
    case "all":
    case "any":
      return core.parts.flatMap((part)=>capturingCore(part, capture));
    default:
      return [];
  }
}
function builtLink(model, set, rule, slots, question, texts) {
  let { url } = question;
  for (const { label, argument } of slots){
    const address = parseAddress(url);
    const text = texts.get(label);
    if (address === null || text === undefined) continue;
    const values = new RequestValues(model, set, {
      ...question,
      url
    });
    const next = argument.capture === undefined ? withPart(address, set.requestValues[argument.request ?? -1], text) : withCapture(address, values, set, rule, argument.capture, text);
    if (next !== null) url = serialized(next);
  }
  return url;
}
function withCapture(address, values, set, rule, capture, text) {
  for (const { of, glob } of capturing(rule.condition, capture)){
    const tested = textOfFound(values.value(of));
    const parts = tested === null ? null : globParts(glob, tested, rule.captures, set);
    if (parts === null) continue;
    const other = parts.map((part, index)=>{
      const element = glob.elements[index];
      if (element === undefined || typeof element === "string" || element[1] !== capture) {
        return part;
      }
      return element[0] === "captureRest" && text !== "" ? glob.separator + text : text;
    });
    return withPart(address, set.requestValues[of], other.join(""));
  }
  return null;
}
const componentCharacters = "!$&'()*+,;=:@";
function withPart(address, value, text) {
  const change = (part, key)=>{
    const isRemoved = text === "" && (part === "query" || part === "fragment");
    const named = {
      part,
      name: part,
      value: null
    };
    if (key !== undefined) named.key = key;
    return changed(address, [
      {
        change: named,
        text: isRemoved ? null : text
      }
    ]);
  };
  switch(value?.part){
    case "host":
      return change("host");
    case "path":
      return change("path");
    case "fragment":
      return change("fragment");
    case "queryItem":
    case "rawQueryItem":
      return change("query", value.key);
    case "component":
      return withComponent(address, value.index ?? 0, text);
    case "last":
      return withComponent(address, -1, text);
    default:
      return null;
  }
}
function withComponent(address, index, text) {
  const parts = address.path.split("/");
  const places = parts.flatMap((part, place)=>part === "" ? [] : [
      place
    ]);
  const place = index < 0 ? places.at(-1) : places[index - 1];
  if (address.isOpaque || place === undefined) return null;
  parts[place] = encode(text, componentCharacters);
  return {
    ...address,
    path: parts.join("/")
  };
}
// deno-fmt-ignore
const correction = [
  [
    10,
    1
  ],
  [
    16,
    1
  ],
  [
    26,
    1
  ],
  [
    18,
    2
  ],
  [
    24,
    2
  ],
  [
    16,
    4
  ],
  [
    18,
    4
  ],
  [
    22,
    4
  ],
  [
    22,
    5
  ],
  [
    26,
    5
  ],
  [
    30,
    5
  ],
  [
    22,
    8
  ],
  [
    22,
    9
  ],
  [
    24,
    9
  ],
  [
    24,
    10
  ],
  [
    28,
    10
  ],
  [
    28,
    11
  ],
  [
    26,
    13
  ],
  [
    26,
    14
  ],
  [
    26,
    16
  ],
  [
    26,
    17
  ],
  [
    28,
    17
  ],
  [
    28,
    18
  ],
  [
    28,
    20
  ],
  [
    28,
    21
  ],
  [
    28,
    23
  ],
  [
    28,
    25
  ],
  [
    28,
    26
  ],
  [
    28,
    28
  ],
  [
    28,
    29
  ],
  [
    28,
    31
  ],
  [
    28,
    33
  ],
  [
    28,
    35
  ],
  [
    28,
    37
  ],
  [
    28,
    38
  ],
  [
    28,
    40
  ],
  [
    28,
    43
  ],
  [
    28,
    45
  ],
  [
    28,
    47
  ],
  [
    28,
    49
  ]
];
function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  for(let version = 1; version <= 40; version++){
    const [perBlock = 0, blocks = 0] = correction[version - 1] ?? [];
    const capacity = Math.floor(moduleCount(version) / 8) - perBlock * blocks;
    const bits = 4 + (version < 10 ? 8 : 16) + 8 * bytes.length;
    if (bits > 8 * capacity) continue;
    return new Code(version, interleaved(codewords(bytes, version, capacity), version)).rows;
  }
  return null;
}
function moduleCount(version) {
  let count = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    count -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) count -= 36;
  }
  return count;
}
function codewords(bytes, version, capacity) {
  const bits = [];
  const add = (value, length)=>{
    for(let place = length - 1; place >= 0; place--)bits.push(value >> place & 1);
  };
  add(0b0100, 4);
  add(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes)add(byte, 8);
  add(0, Math.min(4, 8 * capacity - bits.length));
  add(0, (8 - bits.length % 8) % 8);
  const words = [];
  for(let place = 0; place < bits.length; place += 8){
    words.push(bits.slice(place, place + 8).reduce((word, bit)=>word << 1 | bit, 0));
  }
  for(let pad = 0xEC; words.length < capacity; pad ^= 0xEC ^ 0x11)words.push(pad);
  return words;
}
function interleaved(data, version) {
  const [perBlock = 0, count = 0] = correction[version - 1] ?? [];
  const all = Math.floor(moduleCount(version) / 8);
  const shortBlocks = count - all % count;
  const shortLength = Math.floor(all / count) - perBlock;
  const divisor = generator(perBlock);
  const blocks = [];
  const corrections = [];
  let start = 0;
  for(let block = 0; block < count; block++){
    const end = start + shortLength + (block < shortBlocks ? 0 : 1);
    const part = data.slice(start, end);
    blocks.push(part);
    corrections.push(remainder(part, divisor));
    start = end;
  }
  return [
    ...transposed(blocks),
    ...transposed(corrections)
  ];
}
function transposed(lists) {
  const result = [];
  const length = Math.max(...lists.map((list)=>list.length));
  for(let index = 0; index < length; index++){
    for (const list of lists){
      const element = list[index];
      if (element !== undefined) result.push(element);
    }
  }
  return result;
}
function product(a, b) {
  let result = 0;
  for(let place = 7; place >= 0; place--){
    result = result << 1 ^ (result >> 7) * 0x11D;
    if (b >> place & 1) result ^= a;
  }
  return result;
}
function generator(degree) {
  const result = Array(degree).fill(0);
  result[degree - 1] = 1;
  let root = 1;
  for(let index = 0; index < degree; index++){
    for(let place = 0; place < degree; place++){
      result[place] = product(result[place] ?? 0, root) ^ (result[place + 1] ?? 0);
    }
    root = product(root, 2);
  }
  return result;
}
function remainder(data, divisor) {
  const result = divisor.map(()=>0);
  for (const word of data){
    const factor = word ^ (result.shift() ?? 0);
    result.push(0);
    divisor.forEach((coefficient, place)=>{
      result[place] = (result[place] ?? 0) ^ product(coefficient, factor);
    });
  }
  return result;
}
const masks = [
  (x, y)=>(x + y) % 2 === 0,
  (_, y)=>y % 2 === 0,
  (x)=>x % 3 === 0,
  (x, y)=>(x + y) % 3 === 0,
  (x, y)=>(Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y)=>x * y % 2 + x * y % 3 === 0,
  (x, y)=>(x * y % 2 + x * y % 3) % 2 === 0,
  (x, y)=>((x + y) % 2 + x * y % 3) % 2 === 0
];
class Code {
  rows;
  isFixed;
  size;
  constructor(version, words){
    this.size = 4 * version + 17;
    const blank = ()=>Array.from({
        length: this.size
      }, ()=>Array(this.size).fill(false));
    this.rows = blank();
    this.isFixed = blank();
    this.drawFixed(version);
    this.drawWords(words);
    const penalties = masks.map((_, mask)=>{
      this.apply(mask);
      const penalty = this.penalty();
      this.apply(mask);
      return penalty;
    });
    this.apply(penalties.indexOf(Math.min(...penalties)));
  }
  fix(x, y, isDark) {
    const [row, fixed] = [
      this.rows[y],
      this.isFixed[y]
    ];
    if (row === undefined || fixed === undefined || x < 0 || x >= this.size) return;
    row[x] = isDark;
    fixed[x] = true;
  }
  drawFixed(version) {
    const { size } = this;
    for(let place = 0; place < size; place++){
      this.fix(6, place, place % 2 === 0);
      this.fix(place, 6, place % 2 === 0);
    }
    for (const [x, y] of [
      [
        3,
        3
      ],
      [
        size - 4,
        3
      ],
      [
        3,
        size - 4
      ]
    ])this.drawFinder(x, y);
    const places = this.alignment(version);
    const last = places.length - 1;
    places.forEach((x, column)=>places.forEach((y, row)=>{
        const isFinder = column === 0 && (row === 0 || row === last) || column === last && row === 0;
        if (!isFinder) this.drawRings(x, y, 2, (ring)=>ring !== 1);
      }));
    this.drawFormat(0);
    if (version >= 7) this.drawVersion(version);
  }
  drawFinder(x, y) {
    this.drawRings(x, y, 4, (ring)=>ring !== 2 && ring !== 4);
  }
  drawRings(x, y, radius, isDark) {
    for(let dy = -radius; dy <= radius; dy++){
      for(let dx = -radius; dx <= radius; dx++){
        this.fix(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  }
  alignment(version) {
    if (version === 1) return [];
    const count = Math.floor(version / 7) + 2;
    const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
    const places = [
      6
    ];
    for(let place = this.size - 7; places.length < count; place -= step){
      places.splice(1, 0, place);
    }
    return places;
  }
  drawFormat(mask) {
    const bits = (mask << 10 | checked(mask, 10, 0x537)) ^ 0x5412;
    const { size } = this;
    for(let place = 0; place < 15; place++){
      const isDark = (bits >> place & 1) === 1;
      if (place < 6) this.fix(8, place, isDark);
      else if (place < 8) this.fix(8, place + 1, isDark);
      else if (place === 8) this.fix(7, 8, isDark);
      else this.fix(14 - place, 8, isDark);
      if (place < 8) this.fix(size - 1 - place, 8, isDark);
      else this.fix(8, size - 15 + place, isDark);
    }
    this.fix(8, size - 8, true);
  }
  drawVersion(version) {
    const bits = version << 12 | checked(version, 12, 0x1F25);
    for(let place = 0; place < 18; place++){
      const isDark = (bits >> place & 1) === 1;
      const [a, b] = [
        this.size - 11 + place % 3,
        Math.floor(place / 3)
      ];
      this.fix(a, b, isDark);
      this.fix(b, a, isDark);
    }
  }
  drawWords(words) {
    const { size } = this;
    let bit = 0;
    for(let right = size - 1; right >= 1; right -= 2){
      if (right === 6) right = 5;
      for(let step = 0; step < size; step++){
        for (const x of [
          right,
          right - 1
        ]){
          const y = (right + 1 & 2) === 0 ? size - 1 - step : step;
          const row = this.rows[y];
          if (row === undefined || this.isFixed[y]?.[x] || bit >= 8 * words.length) continue;
          row[x] = ((words[bit >> 3] ?? 0) >> 7 - (bit & 7) & 1) === 1;
          bit++;
        }
      }
    }
  }
  apply(mask) {
    this.drawFormat(mask);
    this.rows.forEach((row, y)=>{
      row.forEach((isDark, x)=>{
        if (!this.isFixed[y]?.[x] && masks[mask]?.(x, y)) row[x] = !isDark;
      });
    });
  }
  penalty() {
    const { rows, size } = this;
    const columns = rows.map((_, x)=>rows.map((row)=>row[x] ?? false));
    let [penalty, dark] = [
      0,
      0
    ];
    for (const line of [
      ...rows,
      ...columns
    ]){
      const runs = line.map((isDark)=>isDark ? "1" : "0").join("").match(/0+|1+/g) ?? [];
      for (const { length } of runs)if (length >= 5) penalty += length - 2;
    }
    rows.forEach((row, y)=>row.forEach((isDark, x)=>{
        if (isDark) dark++;
        const others = [
          row[x + 1],
          rows[y + 1]?.[x],
          rows[y + 1]?.[x + 1]
        ];
        if (others.every((other)=>other === isDark)) penalty += 3;
      }));
    return penalty + 10 * Math.floor(Math.abs(20 * dark / (size * size) - 10));
  }
}
function checked(data, degree, polynomial) {
  let rest = data;
  for(let step = 0; step < degree; step++){
    rest = rest << 1 ^ (rest >> degree - 1) * polynomial;
  }
  return rest;
}
function screensView(context) {
  const { screens, actions } = context.set;
  const items = [
    ...screens.map((screen)=>targetItem(context, screen, "screen")),
    ...actions.map((action)=>targetItem(context, action, "action"))
  ];
  const count = h("p", {
    class: "hint",
    role: "status"
  });
  const search = h("input", {
    id: "search",
    type: "search",
    autocomplete: "off"
  });
  const filter = ()=>{
    const words = searchedWords(search.value);
    let shown = 0;
    for (const item of items){
      const text = (item.textContent ?? "").toLowerCase();
      item.hidden = !words.every((word)=>text.includes(word));
      if (!item.hidden) shown++;
    }
    count.textContent = `${shown} of ${items.length}`;
  };
  search.addEventListener("input", filter);
  filter();
  return h("section", {
    "aria-labelledby": "screens-title"
  }, h("h2", {
    id: "screens-title"
  }, "How do I get to this screen?"), items.length === 0 ? h("p", {}, "These rules open no native screens and run no actions.") : [
    h("p", {
      class: "field wide"
    }, h("label", {
      for: "search"
    }, "Search"), search),
    count,
    h("ul", {
      class: "targets"
    }, items)
  ]);
}
const askingWords = new Set("a an the how do does can i we you one get go come to into at on in is what where which that link links".split(" "));
function searchedWords(text) {
  const words = text.toLowerCase().split(/[\s?"“”`,;]+/).filter((word)=>word !== "");
  const telling = words.filter((word)=>!askingWords.has(word));
  return telling.length === 0 ? words : telling;
}
function targetItem(context, target, kind) {
  const parameters = target.parameters.map(({ name, type })=>`${name}: ${type}`).join(", ");
  const ways = context.set.chains.flatMap((chain)=>waysIn(context, chain, target.name, kind));
  return h("li", {}, h("h3", {}, `${kind} `, h("code", {}, target.name + (parameters === "" ? "" : `(${parameters})`)), " ", context.sourceLink(target.at)), target.documentation === undefined ? null : h("p", {
    class: "hint"
  }, marked(target.documentation)), target.deprecated === undefined ? null : h("p", {
    class: "hint"
  }, `Deprecated: ${target.deprecated}`), ways.length === 0 ? h("p", {}, "No link leads here.") : wayList(ways.slice(0, shownWays)), ways.length <= shownWays ? null : lazily(counted(ways.length - shownWays, "more rule"), ()=>[
      wayList(ways.slice(shownWays))
    ]));
}
const shownWays = 20;
function wayList(ways) {
  return h("ul", {
    class: "ways"
  }, ways.map((way)=>way()));
}
function waysIn(context, chain, name, kind) {
  const verbs = kind === "screen" ? [
    "present",
    "push"
  ] : [
    "perform",
    "attempt"
  ];
  return rulesOf(chain, context.set).flatMap((rule, entry)=>{
    if (!rule.steps.some((step)=>step.name === name && verbs.includes(step.kind))) return [];
    const request = chain.reached[entry]?.request;
    const step = rule.steps.find((step)=>step.name === name && verbs.includes(step.kind));
    return [
      ()=>h("li", {}, request === undefined ? h("p", {}, "No link reaches this rule.") : way(context, chain, request, rule, step), h("p", {
          class: "by"
        }, h("span", {
          class: "hint"
        }, `by ${chainLabel(chain)}: `), sourceCode(rule.at[3]), " ", context.sourceLink(rule.at)))
    ];
  });
}
function way(context, chain, request, rule, step) {
  const { url } = request;
  const slots = step === undefined ? [] : slotsOf(rule, step, context.set);
  return h("div", {
    class: "way"
  }, context.requestLink(chain, request), " ", copyButton("Copy link", ()=>url), lazily("QR code", ()=>[
      qrPicture(url)
    ]), slots.length === 0 || step === undefined ? null : lazily("Make a link with other values", ()=>[
      form(context, chain, request, rule, step, slots)
    ]));
}
let forms = 0;
function form(context, chain, request, rule, step, slots) {
  const { model, set } = context;
  const number = ++forms;
  const performed = performedIn(context, chain, request, step);
  const texts = new Map(slots.map(({ label })=>[
      label,
      argumentText(performed, label)
    ]));
  const result = h("div", {
    class: "built"
  });
  const status = h("p", {
    role: "status"
  });
  // An incomplete link is reported only after a value has been typed.
  let isTyped = false;
  const show = ()=>{
    const url = builtLink(model, set, rule, slots, request, texts);
    const question = {
      ...request,
      url
    };
    const fault = faultOfLink(performedIn(context, chain, question, step), slots, texts);
    status.className = fault === null ? "yes" : "no";
    status.textContent = fault === null ? "✓ This link leads here." : isTyped ? `✗ ${fault}` : "";
    result.replaceChildren(h("p", {}, context.requestLink(chain, question)), h("p", {
      class: "buttons"
    }, copyButton("Copy link", ()=>url)), qrPicture(url));
  };
  const fields = slots.map((slot, index)=>{
    const id = `slot-${number}-${index}`;
    const control = slotControl(slot, id, texts.get(slot.label) ?? "");
    control.addEventListener("input", ()=>{
      texts.set(slot.label, control.value);
      isTyped = true;
      show();
    });
    return h("p", {
      class: "field"
    }, h("label", {
      for: id
    }, h("code", {}, slot.label), `: ${slot.type}`), control);
  });
  show();
  return h("div", {
    class: "form"
  }, fields, status, result);
}
function slotControl(slot, id, text) {
  if (slot.choices === null) {
    const inputmode = /^(Int|Double)/.test(slot.type) ? "decimal" : "text";
    return h("input", {
      id,
      type: "text",
      inputmode,
      autocapitalize: "off",
      autocomplete: "off",
      spellcheck: "false",
      value: text
    });
  }
  const choices = slot.optional ? [
    "",
    ...slot.choices
  ] : slot.choices;
  return h("select", {
    id
  }, choices.map((choice)=>h("option", {
      value: choice,
      selected: choice === text
    }, choice === "" ? "none" : choice)));
}
function performedIn(context, chain, question, step) {
  const { model, set } = context;
  if (parseAddress(question.url) === null) return undefined;
  const { steps } = decide(model, set, chain, question);
  return steps.find(({ kind, name })=>kind === step.kind && name === step.name);
}
function argumentText(step, label) {
  const value = step?.arguments.find((argument)=>argument.label === label)?.value;
  return value !== undefined && "value" in value && value.kind !== "list" ? String(value.value) : "";
}
function faultOfLink(step, slots, texts) {
  if (step === undefined) return "With these values the link does something else.";
  const wrong = slots.find(({ label, type })=>{
    const [wanted, found] = [
      texts.get(label) ?? "",
      argumentText(step, label)
    ];
    const isNumber = /^(Int|Double)/.test(type) && wanted !== "" && found !== "";
    return isNumber ? Number(wanted) !== Number(found) : wanted !== found;
  });
  if (wrong === undefined) return null;
  return `The link leads here, but with ${wrong.label} ${argumentText(step, wrong.label) || "missing"}.`;
}
function qrPicture(text) {
  const rows = qrCode(text);
  if (rows === null) return h("p", {}, "The link is too long for a QR code.");
  const border = 4;
  const path = rows.flatMap((row, y)=>row.flatMap((isDark, x)=>isDark ? [
        `M${x + border} ${y + border}h1v1h-1z`
      ] : [])).join("");
  const size = String(rows.length + 2 * border);
  return svg("svg", {
    viewBox: `0 0 ${size} ${size}`,
    class: "qr",
    role: "img",
    "aria-label": `QR code of ${text}`
  }, svg("rect", {
    width: size,
    height: size,
    fill: "#fff"
  }), svg("path", {
    d: path,
    fill: "#000",
    "shape-rendering": "crispEdges"
  }));
}
function sourceView(context) {
  const [file, line] = context.state.line.split(":").map(Number);
  const section = h("section", {
    "aria-labelledby": "source-title"
  }, h("h2", {
    id: "source-title"
  }, "The rule files"), context.set.files.map(({ name, text }, index)=>h("section", {
      "aria-label": name
    }, h("h3", {}, name), h("div", {
      class: "scroll",
      tabindex: "0",
      role: "region",
      "aria-label": `Lines of ${name}`
    }, h("ol", {
      class: "source"
    }, coloredLines(text.replace(/\n$/, "")).map((content, number)=>{
      const isMarked = index === file && number + 1 === line;
      return h("li", {
        "aria-current": isMarked ? "true" : undefined
      }, content.length === 0 ? "\u00A0" : content);
    }))))));
  requestAnimationFrame(()=>{
    const marked = section.querySelector("[aria-current]");
    marked?.scrollIntoView({
      block: "center"
    });
    // Keeps the line numbers in view.
    marked?.closest(".scroll")?.scrollTo({
      left: 0
    });
  });
  return section;
}
const pageViews = [
  {
    name: "link",
    label: "One link",
    draw: linkView
  },
  {
    name: "many",
    label: "Many links",
    draw: manyView
  },
  {
    name: "screens",
    label: "Screens",
    draw: screensView
  },
  {
    name: "rules",
    label: "Rules",
    draw: overview
  },
  {
    name: "tests",
    label: "Tests",
    isShown: ({ set })=>set.chains.length > 0,
    draw: testsView
  },
  {
    name: "messages",
    label: "Messages",
    isShown: ({ set: { contract } })=>contract.messages.length + contract.events.length + contract.calls.length > 0,
    draw: contractView
  },
  {
    name: "changes",
    label: "Changes",
    isShown: ({ model })=>model.former !== undefined,
    draw: (context)=>{
      const { former } = context.model;
      return former === undefined ? null : changesView(context, former);
    }
  },
  {
    name: "source",
    label: "Source",
    draw: sourceView
  }
];
let page;
let views = pageViews;
let shown = "";
function startPage(model, shownViews = pageViews) {
  page = model;
  views = shownViews;
  document.querySelector(".skip")?.addEventListener("click", (event)=>{
    // The address is the question.
    event.preventDefault();
    focusAnswer();
  });
  addEventListener("hashchange", redraw);
  redraw();
}
function showModel(model) {
  page = model;
  redraw();
}
function redraw() {
  if (page === undefined) return;
  const state = readState(location.hash, page);
  const set = page.sets[state.set];
  if (set === undefined) return;
  const context = new Context(page, state, set, chainOf(state, set));
  const existing = views.filter(({ isShown })=>isShown === undefined || isShown(context));
  const view = existing.find(({ name })=>name === state.view) ?? existing[0];
  document.title = `${set.name} – ${view?.label ?? ""}`;
  const links = existing.map(({ name, label })=>{
    const isCurrent = name === view?.name;
    const href = context.address({
      view: name
    });
    return h("li", {}, h("a", {
      href,
      "data-view": name,
      "aria-current": isCurrent ? "page" : undefined
    }, label));
  });
  document.getElementById("sets")?.replaceChildren(setChoice(context) ?? h("h1", {}, set.name));
  const bar = document.getElementById("views");
  if (bar !== null) keepingFocus(bar, ()=>bar.replaceChildren(h("ul", {}, links)));
  const main = document.getElementById("main");
  if (main === null) return;
  const isSame = shown === state.view;
  const restore = isSame ? keptState(main) : null;
  main.replaceChildren(staleNote(page) ?? "", view?.draw(context) ?? "");
  restore?.();
  if (shown !== "" && !isSame) focusAnswer();
  shown = state.view;
}
function focusAnswer() {
  const main = document.getElementById("main");
  main?.focus({
    preventScroll: true
  });
  const top = main?.getBoundingClientRect().top ?? 0;
  if (top < 0 || top > innerHeight * 0.8) main?.scrollIntoView();
}
function keepingFocus(bar, change) {
  const focused = document.activeElement;
  const name = focused instanceof HTMLElement && bar.contains(focused) ? focused.dataset["view"] : undefined;
  change();
  if (name !== undefined) bar.querySelector(`[data-view="${name}"]`)?.focus();
}
function staleNote({ stale }) {
  if (stale !== true) return null;
  return h("p", {
    class: "alert",
    role: "alert"
  }, "The rule files have errors now, which the terminal lists. This page shows the rules before.");
}
function setChoice(context) {
  const { sets } = context.model;
  if (sets.length < 2) return null;
  const select = h("select", {
    id: "set",
    "aria-label": "Rule set"
  }, sets.map(({ name }, index)=>h("option", {
      value: String(index),
      selected: index === context.state.set
    }, name)));
  select.addEventListener("change", ()=>{
    location.hash = context.address({
      set: Number(select.value),
      chain: ""
    });
  });
  return h("h1", {}, select);
}
const limits = {
  files: 50,
  characters: 2_000_000
};
const suffix = ".bascule";
function isRuleFile(name) {
  return name.endsWith(suffix);
}
function readFiles(value) {
  if (!Array.isArray(value) || value.length === 0 || value.length > limits.files) return null;
  const files = [];
  let characters = 0;
  for (const item of value){
    const { name, text } = item ?? {};
    if (typeof name !== "string" || typeof text !== "string") return null;
    if (faultOfName(name, files) !== null) return null;
    characters += text.length;
    files.push({
      name,
      text: text.replace(/\r\n?/g, "\n")
    });
  }
  return characters > limits.characters ? null : files;
}
function readVersion(value) {
  const { files, pinned } = value ?? {};
  const read = readFiles(files);
  return read === null ? null : {
    files: read,
    pinned: readFiles(pinned)
  };
}
function faultOfName(name, others) {
  if (name === "") return "a file needs a name";
  if (name.length > 100) return "the name is longer than 100 characters";
  const isPlain = /^[\p{L}\p{N}_\-. /]+$/u.test(name) && !name.split("/").includes("..");
  if (!isPlain || name.startsWith("/") || name.endsWith("/")) {
    return "a name can have letters, digits, spaces and . _ - /, but no / at its ends and no .. folder";
  }
  return others.some((file)=>file.name === name) ? `there is a file ${name} already` : null;
}
function completedName(text) {
  const name = text.trim();
  return name === "" || /[^/]\.[^./]+$/.test(name) ? name : name + suffix;
}
function freshName(files) {
  for(let number = 1;; number++){
    const name = number === 1 ? `rules${suffix}` : `rules-${number}${suffix}`;
    if (!files.some((file)=>file.name === name)) return name;
  }
}
function isSameFiles(a, b) {
  return a.length === b.length && a.every((file, index)=>file.name === b[index]?.name && file.text === b[index]?.text);
}
function streamOf(bytes) {
  return new ReadableStream({
    start (controller) {
      controller.enqueue(bytes);
      controller.close();
    }
  });
}
const formMark = "1";
async function packed({ files, pinned }) {
  const value = pinned === null ? {
    files
  } : {
    files,
    pinned
  };
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const stream = streamOf(bytes).pipeThrough(new CompressionStream("deflate-raw"));
  const compressed = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for(let start = 0; start < compressed.length; start += 0x8000){
    text += String.fromCharCode(...compressed.subarray(start, start + 0x8000));
  }
  return formMark + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
async function unpacked(text) {
  if (!text.startsWith(formMark)) return null;
  try {
    const base64 = text.slice(formMark.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (character)=>character.charCodeAt(0));
    return readVersion(JSON.parse(await inflated(bytes)));
  } catch  {
    return null;
  }
}
async function inflated(bytes) {
  const stream = streamOf(bytes).pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", {
    fatal: true
  });
  let text = "";
  for(;;){
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, {
      stream: true
    });
    if (text.length > 4 * limits.characters) {
      await reader.cancel();
      throw new RangeError("too long");
    }
  }
}
const own = "own";
let carriedText = "";
function rulesText() {
  return new URLSearchParams(location.hash.slice(1)).get("rules");
}
async function addressVersion() {
  const text = rulesText();
  if (text === null) return undefined;
  const version = await unpacked(text);
  if (version !== null) carriedText = text;
  return version;
}
async function openedVersion() {
  const isOwn = rulesText() === carriedText || history.state === own;
  return isOwn ? undefined : await addressVersion();
}
async function prepareAddress(version) {
  carriedText = await packed(version);
  carry(`&rules=${carriedText}`);
}
async function writeAddress(version) {
  await prepareAddress(version);
  keepAddress();
}
function sharedAddress() {
  return location.href.replace(/#.*$/s, "") + shownAddress(fragmentWithoutRules());
}
function keepAddress() {
  if (carriedText === "") return;
  try {
    history.replaceState(own, "", shownAddress(fragmentWithoutRules()));
  } catch  {
  // Browsers limit the number of changes in a time. A later change writes the rules.
  }
}
function fragmentWithoutRules() {
  const pairs = new URLSearchParams(location.hash.slice(1));
  pairs.delete("rules");
  return `#${pairs.toString()}`;
}
const timeLimits = {
  request: 20_000,
  start: 90_000
};
const order = [
  "complete",
  "format",
  "fix",
  "check",
  "page",
  "diff",
  "generate"
];
class Core {
  worker = null;
  isReady = false;
  waiting = new Map();
  running = null;
  timer;
  lastID = 0;
  text;
  events;
  constructor(text, events){
    this.text = text;
    this.events = events;
    this.start(firstWorker);
  }
  ask(request) {
    return new Promise((done)=>{
      if (this.worker === null) return done(null);
      this.waiting.get(request.method)?.done(null);
      this.waiting.set(request.method, {
        request,
        done
      });
      this.next();
    });
  }
  start(worker) {
    this.worker = worker;
    this.isReady = false;
    if (worker === null) {
      // The listener is made with the core, so it is ready only after this constructor.
      queueMicrotask(()=>this.fail("the browser starts no worker for this page"));
      return;
    }
    worker.onmessage = ({ data })=>this.receive(data);
    worker.onerror = (event)=>this.fail(event.message || "the worker has not started");
    this.timer = setTimeout(()=>this.fail("it does not start"), timeLimits.start);
    worker.postMessage({
      core: this.text
    });
  }
  fail(reason) {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    for (const { done } of [
      ...this.waiting.values()
    ])done(null);
    this.waiting.clear();
    this.running?.done(null);
    this.running = null;
    this.events.failed(reason);
  }
  receive(message) {
    switch(message.kind){
      case "failed":
        return this.fail(message.reason);
      case "ready":
        this.isReady = true;
        break;
      default:
        {
          const running = this.running;
          if (running?.id !== message.id) return;
          this.running = null;
          running.done(message.kind === "answer" ? message.answer : null);
          if (message.kind === "ended") this.events.stopped(running.request.method, message.reason);
        }
    }
    clearTimeout(this.timer);
    this.next();
  }
  next() {
    if (!this.isReady || this.running !== null) return;
    const methods = [
      ...this.waiting.keys()
    ].sort((a, b)=>order.indexOf(a) - order.indexOf(b));
    const [method = ""] = methods;
    const next = this.waiting.get(method);
    if (next === undefined) return;
    this.waiting.delete(method);
    this.running = {
      ...next,
      id: ++this.lastID
    };
    this.timer = setTimeout(()=>this.stop(), timeLimits.request);
    this.worker?.postMessage({
      id: this.lastID,
      request: next.request
    });
  }
  stop() {
    const running = this.running;
    this.running = null;
    this.worker?.terminate();
    running?.done(null);
    this.start(newWorker());
    const seconds = timeLimits.request / 1000;
    this.events.stopped(running?.request.method ?? "", `it took longer than ${seconds} seconds`);
  }
}
function json(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}
const givenExamples = json("examples");
function startVersion() {
  const start = json("start");
  const version = readVersion(start);
  return start === null || version === null ? null : {
    ...version,
    title: start.title
  };
}
class Notice {
  place = document.getElementById("notice");
  alert(text) {
    this.place?.replaceChildren(h("p", {
      class: "alert",
      role: "alert"
    }, text, " ", this.end()));
  }
  tell(text, label, action) {
    this.place?.replaceChildren(h("p", {
      class: "notice"
    }, text, " ", h("button", {
      type: "button",
      class: "plain",
      onclick: action
    }, label), " ", this.end()));
  }
  clear() {
    this.place?.replaceChildren();
  }
  end() {
    return h("button", {
      type: "button",
      class: "plain",
      onclick: ()=>this.clear()
    }, "Close");
  }
}
const pause = {
  check: 60,
  model: 250,
  address: 400,
  slow: 1500
};
class Session {
  files;
  pinned;
  findings = [];
  model = null;
  formerSet = null;
  core;
  name;
  events;
  timers = new Map();
  constructor(core, name, { files, pinned }, events){
    this.core = core;
    this.name = name;
    this.files = files;
    this.pinned = pinned;
    this.events = events;
  }
  start() {
    this.check(0);
  }
  edit(files) {
    if (isSameFiles(files, this.files)) return;
    this.files = files;
    this.later("check", ()=>this.check(pause.model));
    this.later("address", ()=>this.events.settled());
  }
  open({ files, pinned }) {
    this.pinned = pinned;
    this.formerSet = null;
    this.files = files;
    this.findings = [];
    this.later("address", ()=>this.events.settled());
    this.check(0);
  }
  pin() {
    this.pinned = this.files;
    this.formerSet = null;
    this.later("address", ()=>this.events.settled());
    this.showModel();
  }
  async ask(method, parts = {}) {
    const { files } = this;
    const answer = await this.core.ask({
      method,
      files,
      ...parts
    });
    return files === this.files ? answer : null;
  }
  later(name, action, time = pause[name]) {
    clearTimeout(this.timers.get(name));
    this.timers.set(name, setTimeout(action, time));
  }
  async check(pauseOfModel) {
    clearTimeout(this.timers.get("check"));
    clearTimeout(this.timers.get("model"));
    const slow = setTimeout(()=>this.events.waiting(), pause.slow);
    const answer = await this.ask("check");
    clearTimeout(slow);
    if (answer === null) return;
    const { findings, error } = answer;
    if (!Array.isArray(findings)) return this.events.refused(String(error));
    this.findings = findings;
    this.events.checked();
    this.later("model", ()=>this.showModel(), pauseOfModel);
  }
  async showModel() {
    const answer = await this.ask("page", {
      name: this.name,
      witnesses: true
    });
    if (answer === null) return;
    if (!Array.isArray(answer["sets"])) return this.events.outdated();
    const model = answer;
    const { pinned } = this;
    if (pinned !== null) {
      const differences = await this.ask("diff", {
        before: pinned
      });
      const former = await this.former(pinned);
      if (differences !== null && former !== null && pinned === this.pinned) {
        model.former = {
          label: "the kept version",
          sets: [
            former
          ],
          pairs: [
            [
              0,
              0
            ]
          ],
          differences: [
            differences
          ]
        };
      }
    }
    this.model = model;
    this.events.modelled(model);
  }
  async former(pinned) {
    if (this.formerSet !== null) return this.formerSet;
    const answer = await this.ask("page", {
      files: pinned,
      name: this.name,
      witnesses: false
    });
    const sets = answer?.["sets"];
    this.formerSet = Array.isArray(sets) ? sets[0] : null;
    return this.formerSet;
  }
}
const names = {
  swift: "Swift",
  typescript: "TypeScript"
};
let language = "swift";
function generatedView(ask) {
  const result = h("div", {}, h("p", {}, "The code is being written…"));
  const show = async ()=>{
    const asked = language;
    const answer = await ask(asked);
    if (asked !== language) return;
    // After other rules the view is drawn again.
    if (answer === null) result.replaceChildren(h("p", {}, "The checker has written no code."));
    else result.replaceChildren(...fileParts(answer));
  };
  show();
  return h("section", {
    "aria-labelledby": "code-title"
  }, h("h2", {
    id: "code-title"
  }, "The code that your app and your pages get"), h("p", {
    class: "hint"
  }, "Without the run-time support, which is the same for all rules."), languageChoice(()=>show()), result);
}
function languageChoice(show) {
  const choices = Object.keys(names).map((name)=>{
    const input = h("input", {
      type: "radio",
      name: "language",
      id: `language-${name}`,
      checked: name === language
    });
    input.addEventListener("change", ()=>{
      language = name;
      show();
    });
    return h("label", {
      for: `language-${name}`
    }, input, ` ${names[name]}`);
  });
  return h("fieldset", {
    class: "languages"
  }, h("legend", {}, "Language"), choices);
}
function fileParts({ error, files }) {
  if (!Array.isArray(files)) {
    return [
      h("p", {}, `No code is written: ${String(error ?? "the rules have errors")}.`)
    ];
  }
  return files.map(({ name, text }, index)=>h("details", {
      open: index === 0
    }, h("summary", {}, h("code", {}, name), ` – ${text.trimEnd().split("\n").length} lines`), h("p", {
      class: "buttons"
    }, copyButton("Copy", ()=>text)), h("pre", {
      class: "generated",
      tabindex: "0",
      "aria-label": name
    }, text)));
}
function lineStarts(text) {
  const starts = [
    0
  ];
  for(let index = text.indexOf("\n"); index >= 0; index = text.indexOf("\n", index + 1)){
    starts.push(index + 1);
  }
  return starts;
}
function offsetOf(text, starts, position) {
  const line = Math.min(Math.max(position.line, 1), starts.length);
  const start = starts[line - 1] ?? 0;
  const end = (starts[line] ?? text.length + 1) - 1;
  if (position.line > starts.length) return text.length;
  let offset = start;
  for(let column = 1; column < position.column && offset < end; column++){
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}
function lineAt(starts, offset) {
  let [low, high] = [
    0,
    starts.length
  ];
  while(high - low > 1){
    const middle = low + high >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}
function sameEnds(before, after) {
  const length = Math.min(before.length, after.length);
  let prefix = 0;
  while(prefix < length && before[prefix] === after[prefix])prefix++;
  let suffix = 0;
  while(suffix < length - prefix && before[before.length - 1 - suffix] === after[after.length - 1 - suffix])suffix++;
  return {
    prefix,
    suffix
  };
}
const context = 2;
const productLimit = 4_000_000;
function changedLines(before, after) {
  const names = [
    ...new Set([
      ...before,
      ...after
    ].map(({ name })=>name))
  ];
  return names.flatMap((name)=>{
    const [old, new_] = [
      before,
      after
    ].map((files)=>files.find((file)=>file.name === name)?.text);
    if (old === new_) return [];
    return [
      [
        name,
        shortened(linePairs(linesOf(old), linesOf(new_)))
      ]
    ];
  });
}
function linesOf(text) {
  return text === undefined || text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
function linePairs(before, after) {
  const { prefix, suffix } = sameEnds(before, after);
  const equal = (lines)=>lines.map((line)=>({
        before: line,
        after: line
      }));
  return [
    ...equal(before.slice(0, prefix)),
    ...middlePairs(before.slice(prefix, before.length - suffix), after.slice(prefix, after.length - suffix)),
    ...equal(before.slice(before.length - suffix))
  ];
}
function middlePairs(before, after) {
  if (before.length * after.length > productLimit) return replaced(before, after);
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  const lengthAt = (row, column)=>lengths[row * width + column] ?? 0;
  for(let row = before.length - 1; row >= 0; row--){
    for(let column = after.length - 1; column >= 0; column--){
      lengths[row * width + column] = before[row] === after[column] ? lengthAt(row + 1, column + 1) + 1 : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const pairs = [];
  let [row, column, removed, added] = [
    0,
    0,
    [],
    []
  ];
  while(row < before.length || column < after.length){
    const [old, new_] = [
      before[row],
      after[column]
    ];
    if (old !== undefined && old === new_) {
      pairs.push(...replaced(removed, added), {
        before: old,
        after: new_
      });
      [removed, added] = [
        [],
        []
      ];
      row++;
      column++;
    } else if (old !== undefined && (new_ === undefined || lengthAt(row + 1, column) >= lengthAt(row, column + 1))) {
      removed.push(old);
      row++;
    } else {
      added.push(new_ ?? "");
      column++;
    }
  }
  return [
    ...pairs,
    ...replaced(removed, added)
  ];
}
function replaced(before, after) {
  return Array.from({
    length: Math.max(before.length, after.length)
  }, (_, index)=>({
      before: before[index] ?? null,
      after: after[index] ?? null
    }));
}
function shortened(pairs) {
  const isNear = pairs.map((_, index)=>pairs.slice(Math.max(0, index - context), index + context + 1).some(({ before, after })=>before !== after));
  return pairs.flatMap((pair, index)=>{
    if (isNear[index] === true) return [
      pair
    ];
    return index > 0 && isNear[index - 1] === true ? [
      null
    ] : [];
  });
}
function versionsView(context, pinned, files, pin) {
  const { former } = context.model;
  const button = h("button", {
    type: "button",
    id: "pin-here",
    onclick: pin
  }, pinned === null ? "Keep this version to compare with" : "Compare with this version instead");
  if (pinned === null) {
    return h("section", {
      "aria-labelledby": "versions-title"
    }, h("h2", {
      id: "versions-title"
    }, "What does a change do?"), h("p", {}, "Keep the rules as they are now, then change them. This view then lists the links that the " + "two versions treat differently, and the messages that break released pages or apps."), h("p", {
      class: "buttons"
    }, button));
  }
  return h("div", {}, former === undefined ? h("p", {}, "The kept version has errors, so its decisions cannot be compared.") : changesView(context, former), changedLines(pinned, files).map(([name, lines])=>besideTable(name, lines)), h("p", {
    class: "buttons"
  }, button));
}
function besideTable(name, lines) {
  return h("section", {
    "aria-label": `Lines of ${name}`
  }, h("h3", {}, name), h("div", {
    class: "scroll",
    tabindex: "0",
    role: "region",
    "aria-label": `Changed lines of ${name}`
  }, h("table", {
    class: "beside"
  }, h("thead", {}, h("tr", {}, [
    "Kept version",
    "Now"
  ].map((head)=>h("th", {
      scope: "col"
    }, head)))), h("tbody", {}, lines.map(lineRow)))));
}
function lineRow(pair) {
  if (pair === null) return h("tr", {}, h("td", {
    colspan: "2",
    class: "left-out"
  }, "…"));
  const isSame = pair.before === pair.after;
  const cell = (text, mark)=>h("td", {
      class: isSame || text === null ? undefined : mark
    }, text === null ? "" : h("code", {}, colored(text)));
  return h("tr", {}, cell(pair.before, "removed"), cell(pair.after, "added"));
}
function playgroundViews(session) {
  const kept = pageViews.filter(({ name })=>name !== "source" && name !== "changes");
  return [
    ...kept,
    {
      name: "code",
      label: "Code",
      draw: ()=>generatedView((language)=>session.ask("generate", {
            language
          }))
    },
    {
      name: "changes",
      label: "Changes",
      draw: (context)=>versionsView(context, session.pinned, session.files, ()=>session.pin())
    }
  ];
}
const offeredItems = 60;
class Completion {
  element = h("ul", {
    id: "completion",
    class: "completion",
    role: "listbox",
    "aria-label": "What can be written here",
    hidden: true
  });
  editor;
  ask;
  offer = null;
  selected = 0;
  isChosen = false;
  number = 0;
  constructor(editor, ask){
    this.editor = editor;
    this.ask = ask;
    editor.area.setAttribute("aria-controls", "completion");
    this.element.addEventListener("mousedown", (event)=>{
      event.preventDefault();
      const item = event.target.closest("li");
      if (item !== null) this.take([
        ...this.element.children
      ].indexOf(item));
    });
  }
  get isOpen() {
    return this.offer !== null;
  }
  key(event) {
    if (event.key === " " && event.ctrlKey) {
      this.show(true);
      return true;
    }
    if (this.offer === null || event.ctrlKey || event.metaKey || event.altKey) return false;
    const count = this.offer.items.length;
    switch(event.key){
      case "ArrowDown":
        this.select((this.selected + 1) % count);
        return true;
      case "ArrowUp":
        this.select((this.selected + count - 1) % count);
        return true;
      case "Escape":
        this.close();
        return true;
      case "Tab":
        if (event.shiftKey) return false;
        this.take(this.selected);
        return true;
      case "Enter":
        if (!this.isChosen) {
          this.close();
          return false;
        }
        this.take(this.selected);
        return true;
      default:
        return false;
    }
  }
  typed(before) {
    const { text, caret } = this.editor;
    // Until the core answers, the typed letters count as part of the word; otherwise the list would close.
    if (this.offer !== null) this.offer.end += text.length - before.length;
    const isTyped = text.length === before.length + 1 && /[\p{L}_.]/u.test(text[caret - 1] ?? "");
    if (isTyped || this.isOpen) this.show(this.isChosen && this.isOpen);
  }
  moved() {
    if (this.offer === null) return;
    const { area, caret } = this.editor;
    const isInside = caret >= this.offer.start && caret <= this.offer.end;
    if (document.activeElement !== area || !isInside) this.close();
  }
  close() {
    this.number++;
    this.offer = null;
    this.isChosen = false;
    this.element.hidden = true;
    this.editor.area.removeAttribute("aria-activedescendant");
  }
  async show(isChosen) {
    const number = ++this.number;
    const { caret, text } = this.editor;
    const answer = await this.ask(caret);
    if (number !== this.number || this.editor.text !== text || this.editor.caret !== caret) return;
    const offer = filtered(answer, text, caret);
    if (offer === null) {
      this.close();
      if (isChosen) announce("nothing to complete here");
      return;
    }
    this.offer = offer;
    this.isChosen = isChosen;
    this.draw(offer);
    if (isChosen) this.select(0);
  }
  draw(offer) {
    this.selected = 0;
    this.element.replaceChildren(...offer.items.map((item, index)=>h("li", {
        role: "option",
        id: `completion-${index}`,
        "aria-selected": String(index === 0)
      }, h("span", {
        class: "label"
      }, item.label), " ", h("span", {
        class: "detail"
      }, item.detail))));
    this.element.hidden = false;
    this.element.scrollTop = 0;
    this.editor.placeBeside(offer.start, this.element);
  }
  select(index) {
    this.isChosen = true;
    this.element.children[this.selected]?.setAttribute("aria-selected", "false");
    this.selected = index;
    const item = this.element.children[index];
    item?.setAttribute("aria-selected", "true");
    item?.scrollIntoView({
      block: "nearest"
    });
    this.editor.area.setAttribute("aria-activedescendant", `completion-${index}`);
    announce(item?.textContent ?? "");
  }
  take(index) {
    const { offer } = this;
    const item = offer?.items[index];
    this.close();
    if (offer === null || item === undefined) return;
    this.editor.replace(offer.start, offer.end, item.insert);
    // The edit has asked for a new list.
    this.close();
  }
}
function filtered(answer, text, caret) {
  if (answer === null || !Array.isArray(answer["items"])) return null;
  const start = Number(answer["start"] ?? caret);
  const end = Math.max(Number(answer["end"] ?? caret), caret);
  const typed = text.slice(start, caret).toLowerCase();
  const items = answer["items"].map((item)=>({
      label: item.label ?? "",
      insert: item.insert ?? item.label ?? "",
      detail: item.detail ?? ""
    })).filter(({ label })=>label.toLowerCase().startsWith(typed));
  const isComplete = items.length === 1 && items[0]?.insert === text.slice(start, end);
  if (items.length === 0 || isComplete) return null;
  return {
    start,
    end,
    items: items.slice(0, offeredItems)
  };
}
const severities = [
  "error",
  "warning",
  "note"
];
function rankOf(severity) {
  const rank = severities.indexOf(severity);
  return rank < 0 ? severities.length : rank;
}
function marksOf(findings, file) {
  const starts = lineStarts(file.text);
  const marks = findings.flatMap((finding, index)=>{
    if (finding.file !== file.name) return [];
    let start = offsetOf(file.text, starts, finding.range.start);
    let end = offsetOf(file.text, starts, finding.range.end);
    if (end <= start && end < file.text.length && file.text[end] !== "\n") end = start + 1;
    else if (end <= start && start > 0) start--;
    return end <= start ? [] : [
      {
        start,
        end,
        severity: finding.severity,
        finding: index
      }
    ];
  });
  return marks.sort((a, b)=>a.start - b.start || b.end - a.end);
}
function movedMarks(marks, before, after) {
  const { prefix, suffix } = sameEnds(before, after);
  const [end, shift] = [
    before.length - suffix,
    after.length - before.length
  ];
  return marks.flatMap((mark)=>{
    if (mark.end <= prefix) return [
      mark
    ];
    if (mark.start >= end) {
      return [
        {
          ...mark,
          start: mark.start + shift,
          end: mark.end + shift
        }
      ];
    }
    return [];
  });
}
function fixedFiles(files, fix) {
  const known = new Set(files.map(({ name })=>name));
  if (fix.edits.some(({ file })=>!known.has(file))) return null;
  const results = [];
  for (const file of files){
    const starts = lineStarts(file.text);
    const edits = fix.edits.filter((edit)=>edit.file === file.name).map((edit)=>({
        start: offsetOf(file.text, starts, edit.range.start),
        end: offsetOf(file.text, starts, edit.range.end),
        text: edit.replacement
      })).sort((a, b)=>a.start - b.start || a.end - b.end);
    let [text, last] = [
      "",
      0
    ];
    for (const edit of edits){
      if (edit.start < last) return null;
      text += file.text.slice(last, edit.start) + edit.text;
      last = edit.end;
    }
    results.push({
      name: file.name,
      text: text + file.text.slice(last)
    });
  }
  return results;
}
function countWords(findings) {
  const counts = severities.flatMap((severity)=>{
    const count = findings.filter((finding)=>finding.severity === severity).length;
    return count === 0 ? [] : [
      `${count} ${severity}${count === 1 ? "" : "s"}`
    ];
  });
  return counts.length === 0 ? "no findings" : counts.join(", ");
}
function coloredSegments(text, marks, isRules) {
  const lines = [
    []
  ];
  let [number, active] = [
    0,
    []
  ];
  for (const piece of isRules ? tokenPieces(text) : [
    {
      start: 0,
      end: text.length,
      style: ""
    }
  ]){
    let start = piece.start;
    while(start < piece.end){
      active = active.filter((mark)=>mark.end > start);
      for(let mark = marks[number]; mark !== undefined && mark.start <= start;){
        if (mark.end > start) active.push(mark);
        mark = marks[++number];
      }
      const line = text.indexOf("\n", start);
      const end = Math.min(piece.end, marks[number]?.start ?? piece.end, line < 0 ? piece.end : Math.max(line, start + 1), ...active.map((mark)=>mark.end));
      if (line === start) lines.push([]);
      else add(lines, text.slice(start, end), styleOf(piece, active));
      start = end;
    }
  }
  return lines;
}
function add(lines, text, style) {
  const line = lines.at(-1);
  const last = line?.at(-1);
  if (last?.style === style) last.text += text;
  else line?.push({
    text,
    style
  });
}
function* tokenPieces(text) {
  let start = 0;
  for (const token of tokensOf(text)){
    const end = start + token.text.length;
    yield {
      start,
      end,
      style: plainKinds.includes(token.kind) ? "" : `token-${token.kind}`
    };
    start = end;
  }
}
function styleOf(piece, active) {
  const [worst] = [
    ...active
  ].sort((a, b)=>rankOf(a.severity) - rankOf(b.severity));
  if (worst === undefined) return piece.style;
  return `${piece.style} found found-${worst.severity}`.trim();
}
class Editor {
  element;
  area;
  layer = h("div", {
    class: "layer",
    "aria-hidden": "true"
  });
  gutter = h("div", {
    class: "gutter",
    "aria-hidden": "true"
  });
  events;
  marks = [];
  isRules = true;
  shownText = "";
  shownLines = [];
  pointed = null;
  constructor(events){
    this.events = events;
    this.area = h("textarea", {
      id: "editor",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      autocorrect: "off",
      wrap: "off",
      "aria-describedby": "editor-keys",
      "aria-autocomplete": "list"
    });
    const sheet = h("div", {
      class: "sheet"
    }, this.layer, this.area);
    this.element = h("div", {
      class: "editor"
    }, this.gutter, sheet);
    this.area.addEventListener("input", ()=>this.edited());
    this.area.addEventListener("keydown", (event)=>this.pressed(event));
    for (const name of [
      "keyup",
      "click",
      "focus",
      "blur"
    ]){
      this.area.addEventListener(name, ()=>events.moved());
    }
    this.area.addEventListener("mousemove", (event)=>this.point(this.markAt(event)));
    this.area.addEventListener("mouseleave", ()=>this.point(null));
  }
  get text() {
    return this.area.value;
  }
  get caret() {
    return this.area.selectionStart;
  }
  show(label, text, marks, isRules) {
    this.area.setAttribute("aria-label", label);
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.shownText = text;
    this.isRules = isRules;
    this.setMarks(marks);
  }
  setMarks(marks) {
    this.marks = marks;
    this.draw();
  }
  replace(start, end, text) {
    this.area.focus({
      preventScroll: true
    });
    this.area.setSelectionRange(start, end);
    const command = text === "" ? "delete" : "insertText";
    const isDone = start === end && text === "" || document.execCommand(command, false, text);
    if (!isDone || this.text.slice(start, start + text.length) !== text) {
      this.area.setRangeText(text, start, end, "end");
      this.edited();
    }
    // Browsers bring the caret into view only while the user types.
    this.reveal(this.caret);
  }
  replaceAll(text) {
    const before = this.text;
    const { prefix, suffix } = sameEnds(before, text);
    if (before === text) return;
    const { caret } = this;
    const fromEnd = before.length - caret;
    this.replace(prefix, before.length - suffix, text.slice(prefix, text.length - suffix));
    const place = caret <= prefix ? caret : Math.max(text.length - fromEnd, prefix);
    this.area.setSelectionRange(place, place);
  }
  select(start, end) {
    this.area.focus({
      preventScroll: true
    });
    this.area.setSelectionRange(start, end);
    this.reveal(start);
    this.events.moved();
  }
  reveal(offset) {
    const line = this.layer.children[lineAt(lineStarts(this.text), offset)];
    // Lines are as wide as the longest one, which is no reason to scroll sideways.
    const { scrollLeft } = this.element;
    line?.scrollIntoView({
      block: "nearest"
    });
    this.element.scrollLeft = scrollLeft;
    const box = this.element.getBoundingClientRect();
    const { left } = this.placeOf(offset);
    const start = box.left + this.gutter.offsetWidth;
    if (left < start || left > box.right) this.element.scrollLeft += left - start - 40;
  }
  placeBeside(offset, element, gap = 0) {
    const place = this.placeOf(offset);
    const { offsetWidth, offsetHeight } = element;
    const left = Math.max(4, Math.min(place.left, innerWidth - offsetWidth - 4));
    const isBelow = place.bottom + gap + offsetHeight < innerHeight || place.top < offsetHeight;
    element.style.left = `${left}px`;
    element.style.top = `${isBelow ? place.bottom + gap : place.top - gap - offsetHeight}px`;
  }
  placeOf(offset) {
    const starts = lineStarts(this.text);
    const number = lineAt(starts, offset);
    const line = this.layer.children[number];
    if (line === undefined) return this.area.getBoundingClientRect();
    let rest = offset - (starts[number] ?? 0);
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while(texts.nextNode()){
      const { length } = texts.currentNode;
      if (rest <= length) {
        range.setStart(texts.currentNode, rest);
        return range.getBoundingClientRect();
      }
      rest -= length;
    }
    return line.getBoundingClientRect();
  }
  edited() {
    const before = this.shownText;
    this.shownText = this.text;
    this.events.changed(before);
    this.events.moved();
  }
  pressed(event) {
    if (event.isComposing) return;
    if (this.events.key(event)) {
      event.preventDefault();
      return;
    }
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === "Enter" && isPlain && !event.shiftKey) {
      event.preventDefault();
      this.breakLine();
    } else if (event.key === "}" && isPlain && this.isRules) {
      if (this.closeBlock()) event.preventDefault();
    }
  }
  breakLine() {
    const { selectionStart: start, selectionEnd: end } = this.area;
    const line = this.text.slice(this.text.lastIndexOf("\n", start - 1) + 1, start);
    const indentation = /^ */.exec(line)?.[0] ?? "";
    const isOpen = this.isRules && /\{\s*$/.test(line);
    this.replace(start, end, `\n${indentation}${isOpen ? "  " : ""}`);
  }
  closeBlock() {
    const { selectionStart: start, selectionEnd: end } = this.area;
    const line = this.text.slice(this.text.lastIndexOf("\n", start - 1) + 1, start);
    if (start !== end || !/^ {2,}$/.test(line)) return false;
    this.replace(start - 2, end, "}");
    return true;
  }
  draw() {
    const lines = coloredSegments(this.text, this.marks, this.isRules);
    const keys = lines.map((line)=>line.map(({ text, style })=>`${style}\t${text}`).join("\n"));
    const old = this.shownLines;
    const { prefix, suffix } = sameEnds(old, keys);
    for(let number = old.length - suffix - 1; number >= prefix; number--){
      this.layer.children[number]?.remove();
    }
    const next = this.layer.children[prefix] ?? null;
    for (const line of lines.slice(prefix, lines.length - suffix)){
      this.layer.insertBefore(lineElement(line), next);
    }
    this.shownLines = keys;
    this.drawNumbers(lines.length);
  }
  drawNumbers(count) {
    while(this.gutter.children.length > count)this.gutter.lastElementChild?.remove();
    while(this.gutter.children.length < count){
      this.gutter.append(h("div", {}, String(this.gutter.children.length + 1)));
    }
    const starts = lineStarts(this.text);
    const styles = new Map();
    for (const mark of [
      ...this.marks
    ].reverse()){
      const line = lineAt(starts, mark.start);
      if (styles.get(line) !== "error") styles.set(line, mark.severity);
    }
    [
      ...this.gutter.children
    ].forEach((number, line)=>{
      const severity = styles.get(line);
      const style = severity === undefined ? "" : `number-${severity}`;
      if (number.className !== style) number.className = style;
    });
  }
  markAt({ clientX, clientY }) {
    const on = this.marks.filter(({ start, end })=>{
      const [first, last] = [
        this.placeOf(start),
        this.placeOf(end)
      ];
      if (clientY < first.top || clientY > last.bottom) return false;
      const isFirst = clientY <= first.bottom;
      const isLast = clientY >= last.top;
      return (!isFirst || clientX >= first.left) && (!isLast || clientX <= last.left);
    });
    return on.at(-1) ?? null;
  }
  point(mark) {
    if (mark?.finding === this.pointed?.finding) return;
    this.pointed = mark;
    this.events.pointed(mark);
  }
}
function lineElement(line) {
  const parts = line.map(({ text, style })=>style === "" ? text : h("span", {
      class: style
    }, text));
  // An empty line has the height of others.
  return h("div", {}, parts.length === 0 ? "\u200B" : parts);
}
function fileBar(files, active, events) {
  const form = h("div", {
    class: "name-form"
  });
  const tabs = files.map(({ name })=>fileTab(name, name === active, events));
  const list = h("div", {
    role: "tablist",
    "aria-label": "Files",
    class: "tabs"
  }, tabs);
  list.addEventListener("keydown", (event)=>{
    const step = {
      ArrowRight: 1,
      ArrowLeft: -1
    }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = files.findIndex(({ name })=>name === active);
    const next = files[(index + step + files.length) % files.length];
    if (next === undefined) return;
    events.open(next.name);
    document.querySelector('.tabs [aria-selected="true"]')?.focus();
  });
  const button = (label, action)=>h("button", {
      type: "button",
      onclick: action
    }, label);
  const others = files.filter(({ name })=>name !== active);
  return h("div", {
    class: "files"
  }, list, h("div", {
    class: "buttons"
  }, button("New file", ()=>askName(form, "Name of the new file", freshName(files), files, events.add)), button("Rename", ()=>askName(form, `New name of ${active}`, active, others, (to)=>events.rename(active, to))), files.length < 2 ? null : button("Delete file", ()=>events.remove(active))), form);
}
function fileTab(name, isActive, events) {
  return h("button", {
    type: "button",
    role: "tab",
    "aria-selected": String(isActive),
    "aria-controls": "editor-panel",
    id: isActive ? "editor-tab" : undefined,
    tabindex: isActive ? "0" : "-1",
    onclick: ()=>events.open(name)
  }, name);
}
function askName(place, label, suggested, others, done) {
  const fault = h("p", {
    class: "no",
    role: "alert"
  });
  const field = h("input", {
    id: "file-name",
    type: "text",
    autocapitalize: "off",
    autocomplete: "off",
    spellcheck: "false",
    value: suggested
  });
  const take = ()=>{
    const name = completedName(field.value);
    const found = faultOfName(name, others);
    if (found === null) done(name);
    else fault.textContent = found;
  };
  field.addEventListener("keydown", (event)=>{
    if (event.key === "Enter") {
      // The editor, which has the focus next, would take the key.
      event.preventDefault();
      take();
    } else if (event.key === "Escape") place.replaceChildren();
  });
  place.replaceChildren(h("p", {
    class: "field"
  }, h("label", {
    for: "file-name"
  }, label), field), h("p", {
    class: "buttons"
  }, h("button", {
    type: "button",
    onclick: take
  }, "OK"), h("button", {
    type: "button",
    onclick: ()=>place.replaceChildren()
  }, "Cancel")), fault);
  field.focus();
  field.setSelectionRange(0, suggested.replace(/\.[^.]*$/, "").length);
}
function findingItem(finding, index, events) {
  const { fix, help, witness } = finding;
  return h("li", {
    class: `finding finding-${finding.severity}`,
    id: `finding-${index}`
  }, h("p", {
    class: "message"
  }, h("strong", {
    class: "severity"
  }, finding.severity), " ", marked(finding.message), " ", placeButton(finding, events)), h("ul", {
    class: "reasons"
  }, finding.related.map((related)=>h("li", {}, placeButton(related, events), " ", marked(related.message))), witness === null ? null : h("li", {}, "for example ", h("button", {
    type: "button",
    class: "plain try",
    onclick: ()=>events.ask(finding)
  }, witness)), help === null ? null : h("li", {}, marked(help))), h("p", {
    class: "buttons"
  }, fix === null ? null : fixButton(finding, fix, events)));
}
function placeButton(placed, events) {
  const { line } = placed.range.start;
  return h("button", {
    type: "button",
    class: "plain place",
    onclick: ()=>events.reveal(placed)
  }, `${placed.file}:${line}`);
}
function fixButton(finding, fix, events) {
  const note = fix.safe ? "" : fix.weaker ? " (links that were cancelled may pass then)" : " (it changes what rules do)";
  return h("button", {
    type: "button",
    class: "fix",
    onclick: ()=>events.fix(finding)
  }, `Fix it${note}`);
}
function findingCard(finding) {
  return [
    h("p", {}, h("strong", {
      class: "severity"
    }, finding.severity), " ", marked(finding.message)),
    finding.witness === null ? null : h("p", {}, "for example ", h("code", {}, finding.witness))
  ];
}
function questionOfWitness(text, model, set) {
  const words = tokensOf(text).filter(({ kind })=>kind !== "space").map((token)=>token.text);
  const url = literal(words[0]);
  if (typeof url !== "string" || words.length > 1 && words[1] !== "with") return null;
  const question = {
    url
  };
  for (const setting of settingsOf(words.slice(2))){
    if (!setValue(question, setting, model, set)) return null;
  }
  return question;
}
function settingsOf(words) {
  const result = [];
  let depth = 0;
  for (const word of words){
    if (word === "[") depth++;
    if (word === "]") depth--;
    if (word === "," && depth === 0) result.push([]);
    else if (result.length === 0) result.push([
      word
    ]);
    else result.at(-1)?.push(word);
  }
  return result;
}
function setValue(question, words, model, set) {
  const isNegated = words[0] === "!";
  const rest = isNegated ? words.slice(1) : words;
  const equals = rest.indexOf("=");
  const name = (equals < 0 ? rest : rest.slice(0, equals)).join("");
  if (equals < 0) return setFlag(question, rest.join(" "), !isNegated, model, set);
  const values = rest.slice(equals).join(" ").replace(/^= = ?/, "");
  const value = constant(values);
  const header = /^header\["?(.*?)"?\]$/.exec(name)?.[1];
  if (header !== undefined) {
    question.headers = {
      ...question.headers,
      [header.toLowerCase()]: String(value)
    };
    return true;
  }
  const input = inputOf(model, name);
  if (input !== undefined) {
    question[input.key] = value;
    return true;
  }
  if (!set.values.some((declared)=>declared.name === name)) return false;
  question.values = {
    ...question.values,
    [name]: value
  };
  return true;
}
function inputOf(model, name) {
  return model.inputs.find((input)=>!input.keyed && input.name === name);
}
function setFlag(question, name, isTrue, model, set) {
  const input = inputOf(model, name.replaceAll(" ", ""));
  if (input?.type === "Bool") {
    question[input.key] = isTrue;
    return true;
  }
  if (set.flags.some((flag)=>flag.name === name)) {
    if (isTrue) question.flags = [
      ...question.flags ?? [],
      name
    ];
    return true;
  }
  if (isTrue || name !== "open url" && !set.actions.some((action)=>action.name === name)) {
    return false;
  }
  question.declined = [
    ...question.declined ?? [],
    name
  ];
  return true;
}
function constant(text) {
  if (!text.startsWith("[")) return literal(text) ?? text;
  return tokensOf(text).filter(({ kind })=>kind === "string" || kind === "number").map((token)=>literal(token.text) ?? token.text);
}
function literal(word) {
  if (word === undefined || !/^"[^]*"$/.test(word)) return undefined;
  return word.slice(1, -1).replace(/\\u\{([0-9A-Fa-f]+)\}|\\([^])/g, (_, scalar, letter)=>{
    if (scalar !== undefined) return String.fromCodePoint(parseInt(scalar, 16));
    return ({
      n: "\n",
      r: "\r",
      t: "\t"
    })[letter] ?? letter;
  });
}
class Workbench {
  isRiddle = false;
  session;
  notice;
  editor;
  completion;
  active = "";
  marks = [];
  sayingTimer;
  listed = "";
  bar = h("div");
  count = h("p", {
    id: "count"
  }, "The checker starts…");
  list = h("ol", {
    class: "findings"
  });
  card = h("div", {
    class: "card",
    "aria-hidden": "true",
    hidden: true
  });
  said = h("span", {
    class: "said"
  });
  fixAll = h("button", {
    type: "button",
    hidden: true,
    onclick: ()=>this.fixSafely()
  }, "Fix all that is safe");
  constructor(session, notice){
    this.session = session;
    this.notice = notice;
    this.editor = new Editor({
      changed: (before)=>this.typed(before),
      moved: ()=>this.moved(),
      key: (event)=>this.completion.key(event) || this.key(event),
      pointed: (mark)=>this.point(mark)
    });
    this.completion = new Completion(this.editor, (offset)=>session.ask("complete", {
        file: this.active,
        offset
      }));
    document.addEventListener("click", (event)=>this.follow(event));
  }
  get elements() {
    return [
      this.bar,
      h("div", {
        id: "editor-panel",
        role: "tabpanel",
        "aria-labelledby": "editor-tab"
      }, this.editor.element),
      h("div", {
        class: "buttons tools"
      }, h("button", {
        type: "button",
        onclick: ()=>this.format()
      }, "Format"), this.fixAll, this.said, keyHelp()),
      h("section", {
        class: "problems",
        "aria-labelledby": "findings-title"
      }, h("h2", {
        id: "findings-title",
        tabindex: "-1"
      }, "Findings"), this.count, this.list),
      this.completion.element,
      this.card
    ];
  }
  open(isRiddle = false) {
    const { files } = this.session;
    this.isRiddle = isRiddle;
    this.marks = [];
    this.listed = "";
    this.list.replaceChildren();
    this.count.textContent = "Checking…";
    this.show(files.find(({ name })=>isRuleFile(name))?.name ?? files[0]?.name ?? "");
  }
  showWaiting() {
    this.count.textContent = "Still checking…";
    this.listed = "";
  }
  showFindings() {
    this.mark();
    const { findings } = this.session;
    const listed = JSON.stringify([
      this.isRiddle,
      findings
    ]);
    if (listed === this.listed) return;
    this.listed = listed;
    this.card.hidden = true;
    if (this.isRiddle) return this.showRiddle();
    const words = countWords(findings);
    this.count.textContent = words === "no findings" ? "No findings." : `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}.`;
    announce(words);
    this.fixAll.hidden = !findings.some(({ fix })=>fix?.safe === true);
    const items = findings.map((finding, index)=>({
        finding,
        index
      }));
    items.sort((a, b)=>rankOf(a.finding.severity) - rankOf(b.finding.severity));
    this.list.replaceChildren(...items.slice(0, shownFindings).map(({ finding, index })=>findingItem(finding, index, {
        reveal: (placed)=>this.reveal(placed),
        fix: (fixed)=>this.fix(fixed),
        ask: (asked)=>this.ask(asked)
      })));
    if (items.length > shownFindings) {
      this.list.append(h("li", {}, `and ${items.length - shownFindings} more`));
    }
  }
  showModel(model) {
    const place = document.getElementById("outdated");
    place?.replaceChildren();
    showModel(model);
  }
  showOutdated() {
    document.getElementById("outdated")?.replaceChildren(h("p", {
      class: "alert"
    }, this.session.model === null ? "The rules have errors, so no link can be asked yet." : "The rules have errors. Here are the rules as they were before."));
  }
  showUnknown() {
    this.count.textContent = "No findings are known for these rules.";
    this.listed = "";
    this.list.replaceChildren();
  }
  fail() {
    this.count.textContent = "Rules cannot be checked here.";
  }
  showRiddle() {
    this.fixAll.hidden = true;
    this.list.replaceChildren();
    this.count.replaceChildren("Read the rules first: one of them is a mistake that a real app had. ", h("button", {
      type: "button",
      onclick: ()=>{
        this.isRiddle = false;
        this.showFindings();
        document.getElementById("findings-title")?.focus();
      }
    }, "Show what Bascule finds"));
  }
  say(text) {
    announce(text);
    this.said.textContent = text;
    clearTimeout(this.sayingTimer);
    this.sayingTimer = setTimeout(()=>this.said.textContent = "", 5000);
  }
  get file() {
    return this.session.files.find(({ name })=>name === this.active);
  }
  show(name) {
    this.active = name;
    const { file } = this;
    if (file === undefined) return;
    this.completion.close();
    this.bar.replaceChildren(fileBar(this.session.files, name, {
      open: (other)=>this.show(other),
      add: (other)=>this.add(other),
      rename: (from, to)=>this.rename(from, to),
      remove: (other)=>this.remove(other)
    }));
    this.marks = this.marksOf(file);
    this.editor.show(`Text of ${name}`, file.text, this.marks, isRuleFile(name));
  }
  marksOf(file) {
    return this.isRiddle ? [] : marksOf(this.session.findings, file);
  }
  mark() {
    const { file } = this;
    if (file === undefined) return;
    this.marks = this.marksOf(file);
    this.editor.setMarks(this.marks);
  }
  typed(before) {
    const { text } = this.editor;
    const size = this.session.files.reduce((sum, file)=>sum + file.text.length, 0);
    if (size + text.length - before.length > limits.characters) {
      this.notice.alert("These rules are larger than the playground takes; use `bascule check`.");
      return;
    }
    this.marks = movedMarks(this.marks, before, text);
    this.editor.setMarks(this.marks);
    this.session.edit(this.session.files.map((file)=>file.name === this.active ? {
        name: file.name,
        text
      } : file));
    this.completion.typed(before);
  }
  moved() {
    this.completion.moved();
    if (document.activeElement !== this.editor.area) return;
    const { caret } = this.editor;
    const on = this.marks.filter(({ start, end })=>start <= caret && caret <= end);
    for (const item of this.list.children)item.classList.remove("current");
    for (const { finding } of on){
      document.getElementById(`finding-${finding}`)?.classList.add("current");
    }
  }
  key(event) {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === "F8") {
      this.goOn(event.shiftKey ? -1 : 1);
      return true;
    }
    if (isCommand && event.key === "s") {
      this.format();
      return true;
    }
    if (!isCommand || event.key !== ".") return false;
    const { caret } = this.editor;
    const here = this.marks.filter(({ start, end })=>start <= caret && caret <= end).map(({ finding })=>this.session.findings[finding]);
    const finding = here.find((finding)=>finding?.fix != null);
    if (finding === undefined) this.say("no fix here");
    else this.fix(finding);
    return true;
  }
  goOn(step) {
    const { caret } = this.editor;
    const count = this.marks.length;
    const next = step > 0 ? this.marks.findIndex(({ start })=>start > caret) : this.marks.findLastIndex(({ start })=>start < caret);
    const mark = this.marks[next >= 0 ? next : step > 0 ? 0 : count - 1];
    const finding = this.session.findings[mark?.finding ?? -1];
    if (mark === undefined || finding === undefined) return this.say("no findings in this file");
    this.editor.select(mark.start, mark.end);
    announce(`${finding.severity}: ${finding.message.replaceAll("`", "")}`);
    document.getElementById(`finding-${mark.finding}`)?.scrollIntoView({
      block: "nearest"
    });
  }
  point(mark) {
    const finding = this.session.findings[mark?.finding ?? -1];
    this.card.hidden = finding === undefined || mark === null;
    if (finding === undefined || mark === null) return;
    this.card.replaceChildren(h("div", {
      class: `finding-${finding.severity}`
    }, findingCard(finding)));
    this.editor.placeBeside(mark.start, this.card, 4);
  }
  reveal({ file, range }) {
    const found = this.session.files.find(({ name })=>name === file);
    if (found === undefined) return;
    if (found.name !== this.active) this.show(found.name);
    const starts = lineStarts(found.text);
    this.editor.select(offsetOf(found.text, starts, range.start), offsetOf(found.text, starts, range.end));
  }
  ask(finding) {
    const { model } = this.session;
    const [set] = model?.sets ?? [];
    if (model === null || set === undefined) return this.say("the rules have errors");
    const question = questionOfWitness(finding.witness ?? "", model, set);
    if (question === null) return this.say("this is no request of these rules");
    const chain = chainOfFinding(finding, model);
    location.hash = writeState({
      view: "link",
      set: 0,
      chain: chain === undefined ? "" : chainLabel(chain),
      question,
      line: ""
    }, model);
    focusAnswer();
  }
  fix(finding) {
    const files = finding.fix === null ? null : fixedFiles(this.session.files, finding.fix);
    if (files === null) return this.say("the rules have changed meanwhile");
    this.take(files, "fixed");
  }
  async fixSafely() {
    this.takeAnswer(await this.session.ask("fix", {
      scope: "safe"
    }), "fixed");
  }
  async format() {
    const { active } = this;
    const answer = await this.session.ask("format", {
      file: active
    });
    if (answer === null) return;
    const text = answer["text"];
    if (typeof text !== "string") {
      return this.say("the file has errors, or is none of rules: nothing is formatted");
    }
    this.take(this.session.files.map((file)=>file.name === active ? {
        name: active,
        text
      } : file), "formatted");
  }
  takeAnswer(answer, word) {
    const files = answer?.["files"];
    if (!Array.isArray(files)) return this.say("nothing has changed");
    const changed = new Map(files.map(({ name, text })=>[
        name,
        text
      ]));
    this.take(this.session.files.map(({ name, text })=>({
        name,
        text: changed.get(name) ?? text
      })), word);
  }
  take(files, word) {
    if (isSameFiles(files, this.session.files)) return this.say("nothing to change");
    const shown = files.find(({ name })=>name === this.active);
    this.session.edit(files);
    if (shown !== undefined) this.editor.replaceAll(shown.text);
    this.say(word);
  }
  add(name) {
    if (this.session.files.length >= limits.files) {
      return this.notice.alert(`There can be ${limits.files} files.`);
    }
    this.session.edit([
      ...this.session.files,
      {
        name,
        text: ""
      }
    ]);
    this.show(name);
    this.editor.area.focus();
  }
  rename(name, to) {
    this.session.edit(this.session.files.map((file)=>file.name === name ? {
        name: to,
        text: file.text
      } : file));
    this.show(to);
    this.editor.area.focus();
  }
  remove(name) {
    const removed = this.file;
    const rest = this.session.files.filter((file)=>file.name !== name);
    if (removed === undefined) return;
    this.session.edit(rest);
    this.show(rest[0]?.name ?? "");
    this.editor.area.focus();
    this.notice.tell(`${name} is deleted.`, "Bring it back", ()=>{
      if (faultOfName(name, this.session.files) !== null) return;
      this.session.edit([
        ...this.session.files,
        removed
      ]);
      this.show(name);
      this.notice.clear();
    });
  }
  follow(event) {
    const link = event.target.closest("a");
    const pairs = new URLSearchParams(link?.getAttribute("href")?.slice(1) ?? "");
    if (link === null || pairs.get("view") !== "source") return;
    const [file, line] = (pairs.get("line") ?? "").split(":").map(Number);
    const name = this.session.model?.sets[0]?.files[file ?? -1]?.name;
    if (name === undefined || line === undefined) return;
    event.preventDefault();
    const [start, end] = [
      {
        line,
        column: 1
      },
      {
        line,
        column: 1_000_000
      }
    ];
    this.reveal({
      file: name,
      range: {
        start,
        end
      }
    });
  }
}
const shownFindings = 200;
function chainOfFinding(finding, model) {
  const [set] = model.sets;
  const { line } = finding.range.start;
  const statuses = (chain)=>{
    const entries = chain.runs.flatMap((run)=>run.rules);
    return entries.flatMap((number, entry)=>{
      const at = set?.rules[number]?.at;
      const isHere = at?.[1] === line && set?.files[at[0]]?.name === finding.file;
      return isHere ? [
        chain.reached[entry]?.status
      ] : [];
    });
  };
  const chains = set?.chains ?? [];
  return chains.find((chain)=>statuses(chain).some((status)=>status !== "reachable")) ?? chains.find((chain)=>statuses(chain).length > 0) ?? chains[0];
}
function keyHelp() {
  const rows = [
    [
      "Ctrl+Space",
      "what can be written here"
    ],
    [
      "Ctrl+S",
      "format"
    ],
    [
      "F8, Shift+F8",
      "next and previous finding"
    ],
    [
      "Ctrl+.",
      "fix the finding at the caret"
    ],
    [
      "Tab",
      "leaves the editor, or takes what is offered"
    ]
  ];
  return h("details", {
    class: "keys"
  }, h("summary", {}, "Keys"), h("dl", {
    class: "legend",
    id: "editor-keys"
  }, rows.map(([key, meaning])=>[
      h("dt", {}, h("kbd", {}, key)),
      h("dd", {}, meaning)
    ])));
}
const notice = new Notice();
const start = startVersion();
// The rules of the address are read before anything is drawn.
addressVersion().then(begin);
function begin(version) {
  const [first] = givenExamples;
  const shown = version ?? start ?? {
    files: first?.files ?? [],
    pinned: null
  };
  const core = new Core(document.getElementById("core")?.textContent?.trim() ?? "", {
    failed: (reason)=>{
      workbench.fail();
      notice.alert(`Rules cannot be checked in this browser: ${reason}. It needs WebAssembly, workers and ` + "DecompressionStream (Safari 16.4, Chrome 103, Firefox 113 or later). " + "You can still write rules and copy the link to them.");
    },
    stopped: (method, reason)=>{
      if (method === "check") workbench.showUnknown();
      notice.alert(`The request "${method}" was stopped: ${reason}. The checker has started anew; ` + "it goes on with your next change.");
    }
  });
  const title = start?.title ?? null;
  const session = new Session(core, title ?? "Playground", shown, {
    waiting: ()=>workbench.showWaiting(),
    checked: ()=>workbench.showFindings(),
    refused: (reason)=>{
      workbench.showUnknown();
      notice.alert(`The rules cannot be checked: ${reason}.`);
    },
    modelled: (model)=>workbench.showModel(model),
    outdated: ()=>workbench.showOutdated(),
    settled: ()=>writeAddress(versionOf(session))
  });
  const workbench = new Workbench(session, notice);
  document.getElementById("write")?.replaceChildren(...workbench.elements);
  document.getElementById("actions")?.replaceChildren(...actions(session, workbench));
  if (title !== null) document.getElementById("title")?.replaceChildren(`Rules of ${title}`);
  startPage(undefined, playgroundViews(session));
  addEventListener("hashchange", ()=>followAddress(session, workbench));
  if (version === null) tellNoRules();
  workbench.open();
  session.start();
  prepareAddress(shown);
}
function versionOf({ files, pinned }) {
  return {
    files: [
      ...files
    ],
    pinned: pinned === null ? null : [
      ...pinned
    ]
  };
}
async function followAddress(session, workbench) {
  const version = await openedVersion();
  if (version === undefined) return keepAddress();
  if (version === null) {
    tellNoRules();
    return keepAddress();
  }
  replace(session, workbench, version, "These are the rules of the address.");
}
function tellNoRules() {
  notice.alert("The address does not hold rules that can be read. It may have been cut off where it was sent. " + "The rules here are as they were.");
}
function replace(session, workbench, version, words, isRiddle = false) {
  const before = {
    ...versionOf(session),
    isRiddle: workbench.isRiddle
  };
  session.open(version);
  workbench.open(isRiddle);
  notice.tell(words, "Bring back what was there", ()=>{
    session.open(before);
    workbench.open(before.isRiddle);
    notice.clear();
  });
}
function actions(session, workbench) {
  const groups = [
    ...new Set(givenExamples.map(({ group })=>group))
  ];
  const option = (example)=>h("option", {
      value: String(givenExamples.indexOf(example))
    }, example.title);
  const select = h("select", {
    id: "example",
    "aria-label": "Example"
  }, groups.map((group)=>h("optgroup", {
      label: group
    }, givenExamples.filter((example)=>example.group === group).map(option))));
  const open = ()=>{
    const example = givenExamples[Number(select.value)];
    if (example === undefined) return;
    location.hash = "#";
    replace(session, workbench, {
      files: example.files,
      pinned: null
    }, `Opened: ${example.title}.`, example.isRiddle);
    redraw();
    announce(`opened ${example.title}`);
  };
  return [
    select,
    h("button", {
      type: "button",
      id: "open-example",
      onclick: open
    }, "Open example"),
    copyButton("Copy link to this", sharedAddress)
  ];
}
