/** An object without the names whose value is undefined. */
export function withoutUndefined<T extends Readonly<Record<string, unknown>>>(
  values: T,
): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  // Only undefined values are gone, so each name that is left has its own type without undefined.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>
  }
}
