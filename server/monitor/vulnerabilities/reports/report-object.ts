import { vulnerabilityLimits as limits } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { isWebAddress } from '#contract/web-address.ts'
import { oneLine } from '#server/platform/text/one-line.ts'

/** A report that cannot be read. The message is a sentence that names the place. */
export class ReportFault extends Error {
  override readonly name = 'ReportFault'
}

/** An object of a report, which knows its place for the sentences about its faults. */
export class ReportObject {
  readonly #value: Readonly<Record<string, unknown>>
  readonly #at: string

  private constructor(value: Readonly<Record<string, unknown>>, at: string) {
    this.#value = value
    this.#at = at
  }

  /** @throws ReportFault  it is no object */
  static of(value: unknown, at = ''): ReportObject {
    if (!isRecord(value)) throw new ReportFault(`${at === '' ? 'The report' : at} must be a JSON object`)
    return new ReportObject(value, at)
  }

  has(name: string): boolean {
    return this.#value[name] !== undefined && this.#value[name] !== null
  }

  isList(name: string): boolean {
    return Array.isArray(this.#value[name])
  }

  /** The place of a member, such as `runs[0].results[3].message`. */
  place(name: string): string {
    return this.#at === '' ? name : `${this.#at}.${name}`
  }

  /** @throws ReportFault  it is there, and no object */
  object(name: string): ReportObject | null {
    return this.has(name) ? ReportObject.of(this.#value[name], this.place(name)) : null
  }

  /** @throws ReportFault  it is missing, or no object */
  requiredObject(name: string): ReportObject {
    return this.object(name) ?? this.fail(name, 'is missing')
  }

  /** The objects of a list; none where there is no list. @throws ReportFault */
  list(name: string): readonly ReportObject[] {
    return this.values(name).map((each, index) => ReportObject.of(each, `${this.place(name)}[${index}]`))
  }

  /** @throws ReportFault  it is missing, or no list */
  requiredList(name: string): readonly ReportObject[] {
    return this.has(name) ? this.list(name) : this.fail(name, 'is missing')
  }

  values(name: string): readonly unknown[] {
    const value = this.#value[name]
    if (value === undefined || value === null) return []
    return Array.isArray(value) ? value : this.fail(name, 'must be a list')
  }

  /** The members of an object whose names are data. @throws ReportFault */
  entries(name: string): readonly (readonly [string, unknown])[] {
    if (!this.has(name)) return []
    const value = this.#value[name]
    return isRecord(value) ? Object.entries(value) : this.fail(name, 'must be a JSON object')
  }

  /** A text as the report has it; empty where there is none. @throws ReportFault  it is no text */
  text(name: string, most: number = limits.description): string {
    const value = this.#value[name]
    if (value === undefined || value === null) return ''
    if (typeof value === 'number') return String(value)
    return typeof value === 'string' ? storable(value.slice(0, most)).trim() : this.fail(name, 'must be a string')
  }

  /** The same on one line. */
  line(name: string, most: number = limits.line): string {
    return oneLine(this.text(name, most * 2))
      .slice(0, most)
      .toWellFormed()
  }

  /** @throws ReportFault  it is missing or empty, or no text */
  requiredLine(name: string, most: number = limits.line): string {
    const line = this.line(name, most)
    return line === '' ? this.fail(name, 'is missing') : line
  }

  /** A number of a line; null where there is none that could be one. @throws ReportFault */
  lineNumber(name: string): number | null {
    const value = this.#value[name]
    if (value === undefined || value === null) return null
    if (typeof value !== 'number') return this.fail(name, 'must be a number')
    return Number.isSafeInteger(value) && value > 0 && value <= 2_147_483_647 ? value : null
  }

  /** A web address; null for anything else, which no page may link to. @throws ReportFault */
  url(name: string): string | null {
    const url = this.text(name, 2_000)
    return isWebAddress(url) ? url : null
  }

  flag(name: string): boolean | null {
    const value = this.#value[name]
    return typeof value === 'boolean' ? value : null
  }

  fail(name: string, problem: string): never {
    throw new ReportFault(`${this.place(name)} ${problem}`)
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// No text of the database holds a null character, nor half of a surrogate pair.
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
