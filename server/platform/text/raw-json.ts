/** JSON that PostgreSQL has built: it goes out as it is. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
