/** Options of the functions that a page calls. */

/**
 * Returns an option that the caller has set. Inherited properties do not count, since
 * `Object.prototype` can have any.
 */
export function option<Options extends object, Name extends keyof Options>(
  options: Options | undefined,
  name: Name,
): Options[Name] | undefined {
  if (options === undefined) return undefined;
  return Object.prototype.hasOwnProperty.call(options, name) ? options[name] : undefined;
}
