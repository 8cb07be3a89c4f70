/** camelCase to snake_case, as columns and the wire have it. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

/** snake_case to camelCase. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase())
}

/** The name that `snakeCase` makes of one. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name

/** A value of the contract in the names of the wire. */
export type Wire<Shape> = Shape extends readonly (infer Element)[]
  ? readonly Wire<Element>[]
  : Shape extends object
    ? { readonly [Name in keyof Shape as Name extends string ? SnakeCase<Name> : Name]: Wire<Shape[Name]> }
    : Shape
