/** Options of the functions that a page calls. */

/** An option that the caller has set; `Object.prototype` can have a property of any name. */
export function option<Options extends object, Name extends keyof Options>(
  options: Options | undefined,
  name: Name,
): Options[Name] | undefined {
  if (options === undefined) return undefined;
  return Object.prototype.hasOwnProperty.call(options, name) ? options[name] : undefined;
}
