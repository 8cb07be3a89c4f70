/** The part of a JSON Schema that is needed to make a value that fits it. */
export interface Shape {
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly format?: string
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly minimum?: number
  readonly minItems?: number
}

/** The plainest value of a shape. */
export function plain(shape: Shape): unknown {
  if (shape.enum !== undefined) return shape.enum[0]
  if (shape.anyOf?.[0] !== undefined) return plain(shape.anyOf[0])
  if (Array.isArray(shape.type)) return 1
  switch (shape.type) {
    case 'string':
      return shape.format === 'date' ? '2026-03-05' : shape.format === 'date-time' ? '2026-03-05T00:00:00Z' : 'word'
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'array':
      return shape.items === undefined ? [] : [plain(shape.items)]
    case 'object':
      return Object.fromEntries((shape.required ?? []).map(name => [name, plain(shape.properties?.[name] ?? {})]))
    default:
      return null
  }
}
