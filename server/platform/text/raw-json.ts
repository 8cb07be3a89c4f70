/** JSON that PostgreSQL has built: it goes out as it is. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * Add members to an object that PostgreSQL has built.
 *
 * @param json  an object with at least one member
 * @param more  by the names of the wire; at least one member
 */
export const withMembers = (json: string, more: Readonly<Record<string, unknown>>): RawJson =>
  new RawJson(`${json.slice(0, -1)},${JSON.stringify(more).slice(1)}`)
