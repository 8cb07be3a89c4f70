import { Invalid } from '#server/errors.ts'

/** 40 lower-case hex digits. */
export type Oid = string
export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag'

export const zeroOid: Oid = '0'.repeat(40)
export const emptyTree: Oid = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** The modes of the entries of a tree, as six octal digits. @source git-fast-import(1) */
export const fileModes = {
  file: '100644',
  executable: '100755',
  link: '120000',
  submodule: '160000',
  folder: '040000',
} as const

export const isOid = (text: string): boolean => /^[0-9a-f]{40}$/.test(text)

/** Check a text before it reaches git's command line as an object name, so that it cannot be an option or a range. */
export function oid(text: string): Oid {
  if (!isOid(text)) throw new Invalid('The object name is invalid')
  return text
}

export type Person = {
  readonly name: string
  readonly email: string
  /** ISO 8601 with milliseconds and the person's own offset: `2026-01-02T03:04:05.000+02:00`. */
  readonly date: string
}

export type Commit = {
  readonly id: Oid
  readonly tree: Oid
  readonly parentIds: readonly Oid[]
  readonly author: Person
  readonly committer: Person
  /** First line. */
  readonly title: string
  readonly message: string
}

export type Tag = {
  readonly id: Oid
  readonly target: Oid
  readonly targetType: ObjectType
  readonly name: string
  readonly tagger: Person | null
  readonly message: string
}

export type TreeEntry = {
  readonly id: Oid
  readonly name: string
  readonly type: 'tree' | 'blob' | 'commit'
  readonly path: string
  /** `040000`, `100644`, `100755`, `120000` or `160000`. */
  readonly mode: string
}

/** @source git-cat-file(1), format of commit objects */
export function parseCommit(id: Oid, content: Buffer): Commit {
  const { headers, body } = splitHeaders(content)
  const first = (name: string) => headers.find(([key]) => key === name)?.[1]
  const encoding = first('encoding')?.toString('latin1')
  const message = decode(body, encoding)
  const author = parsePerson(decode(first('author') ?? Buffer.alloc(0), encoding))
  return {
    id,
    tree: first('tree')?.toString('latin1') ?? emptyTree,
    parentIds: headers.filter(([key]) => key === 'parent').map(([, value]) => value.toString('latin1')),
    author,
    committer: parsePerson(decode(first('committer') ?? first('author') ?? Buffer.alloc(0), encoding)),
    title: titleOf(message),
    message,
  }
}

/** @source git-mktag(1), format of tag objects */
export function parseTag(id: Oid, content: Buffer): Tag {
  const { headers, body } = splitHeaders(content)
  const first = (name: string) => headers.find(([key]) => key === name)?.[1]?.toString('utf8')
  const tagger = first('tagger')
  return {
    id,
    target: first('object') ?? zeroOid,
    targetType: (first('type') ?? 'commit') as ObjectType, // git wrote it, and knows these four
    name: first('tag') ?? '',
    tagger: tagger === undefined ? null : parsePerson(tagger),
    message: body.toString('utf8'),
  }
}

/** An entry as the tree object has it: its name is a string of bytes (latin1), because git takes any. */
type RawEntry = { readonly mode: string; readonly name: string; readonly id: Oid }

/** The entries of a tree object in git's order. */
export function parseRawTree(content: Buffer): RawEntry[] {
  const entries: RawEntry[] = []
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at)
    const nul = content.indexOf(0, space)
    if (space < 0 || nul < 0) break
    entries.push({
      mode: content.toString('latin1', at, space).padStart(6, '0'),
      name: content.toString('latin1', space + 1, nul),
      id: content.toString('hex', nul + 1, nul + 21),
    })
    at = nul + 21
  }
  return entries
}

/** The same for people. @param under folder with a trailing slash, or empty */
export function parseTree(content: Buffer, under: string): TreeEntry[] {
  return parseRawTree(content).map(({ mode, name: bytes, id }) => {
    const name = Buffer.from(bytes, 'latin1').toString('utf8')
    return { id, name, type: typeOfMode(mode), path: under + name, mode }
  })
}

export const typeOfMode = (mode: string): TreeEntry['type'] =>
  mode === fileModes.folder ? 'tree' : mode === fileModes.submodule ? 'commit' : 'blob'

export function titleOf(message: string): string {
  const text = message.trimStart()
  const end = text.indexOf('\n')
  return (end < 0 ? text : text.slice(0, end)).trimEnd()
}

/**
 * `Key: value` lines at the end of a message, in order.
 *
 * @source git-interpret-trailers(1): the last paragraph, not the first, all trailers, or a quarter of them with one that git writes
 */
export function parseTrailers(message: string): readonly (readonly [key: string, value: string])[] {
  const paragraphs = message
    .replace(/\r\n/g, '\n')
    .trim()
    .split(/\n[ \t]*\n/)
  const block = paragraphs.at(-1)
  if (paragraphs.length < 2 || block === undefined) return []
  const trailers: [string, string][] = []
  let others = 0
  let isGits = false
  let isOpen = false
  for (const line of block.split('\n')) {
    const found = /^([A-Za-z0-9-]+)[ \t]*:(.*)$/.exec(line)
    const last = trailers.at(-1)
    if (/^\s/.test(line) && isOpen) {
      if (last !== undefined) last[1] = `${last[1]} ${line.trim()}`.trim()
    } else if (line.startsWith('(cherry picked from commit ')) {
      isGits = true
      isOpen = false
    } else if (found) {
      trailers.push([found[1] ?? '', (found[2] ?? '').trim()])
      isGits ||= line.startsWith('Signed-off-by: ')
      isOpen = true
    } else {
      others += 1
      isOpen = false
    }
  }
  const isBlock = others === 0 || (isGits && trailers.length * 3 >= others)
  return isBlock ? trailers : []
}

function splitHeaders(content: Buffer): { headers: [string, Buffer][]; body: Buffer } {
  const headers: [string, Buffer][] = []
  let at = 0
  while (at < content.length) {
    const newline = content.indexOf(0x0a, at)
    const end = newline < 0 ? content.length : newline
    if (end === at) return { headers, body: content.subarray(end + 1) }
    const line = content.subarray(at, end)
    // A line that begins with a space continues the value before it: signatures, which are not read here.
    const space = line.indexOf(0x20)
    if (space > 0) headers.push([line.toString('latin1', 0, space), line.subarray(space + 1)])
    at = end + 1
  }
  return { headers, body: Buffer.alloc(0) }
}

function decode(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === undefined || /^utf-?8$/i.test(encoding)) return bytes.toString('utf8')
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

function parsePerson(line: string): Person {
  const open = line.lastIndexOf('<')
  const close = line.lastIndexOf('>')
  const [seconds, offset] = line
    .slice(close + 1)
    .trim()
    .split(' ')
  return {
    name: (open < 0 ? line : line.slice(0, open)).trim(),
    email: open < 0 || close < open ? '' : line.slice(open + 1, close),
    date: isoDate(Number(seconds), offset ?? '+0000'),
  }
}

/** @param offset as git writes it: `+0200` */
function isoDate(seconds: number, offset: string): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(offset) ?? ['', '+', '00', '00']
  const shiftMinutes = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const local = new Date(((Number.isFinite(seconds) ? seconds : 0) + shiftMinutes * 60) * 1000)
  if (Number.isNaN(local.getTime()) || local.getUTCFullYear() > 9999) return '1970-01-01T00:00:00.000+00:00'
  return `${local.toISOString().slice(0, -1)}${sign}${hours}:${minutes}`
}
