import net from 'node:net'
import tls from 'node:tls'
import type { Client, Entry, Filter, SearchOptions } from 'ldapts'
import type { Logger } from 'pino'
import { Unavailable } from '#server/errors.ts'
import { lane } from '#server/platform/limits/lane.ts'
import type { LdapSettings } from '#server/settings.ts'
import { isBelow } from './dn.ts'

/** The parts of the package, which is loaded at the first use: most sites have no directory. */
type Package = typeof import('ldapts')

/** The directory cannot be asked now. */
export class DirectoryUnavailable extends Unavailable {}

/** A filter that the directory's language does not allow. */
export class WrongFilter extends Error {}

/** A person of the directory whom the user filter lets in. */
export interface DirectoryPerson {
  readonly dn: string
  readonly uid: string
  /** Null without a usable value. */
  readonly email: string | null
  readonly name: string
}

/** The members of the groups that share a name. */
export interface DirectoryMembers {
  readonly dns: readonly string[]
  /** The names for signing in, of groups that list these. */
  readonly uids: readonly string[]
}

/** One connection to the directory, bound to the account that searches. */
export interface Directory {
  /** The only person with this name for signing in; null for none, or for several. */
  personByUid(uid: string): Promise<DirectoryPerson | null>
  personByDn(dn: string): Promise<DirectoryPerson | null>
  /** Whether a person can be seen at all: an empty directory tells nothing of a single person. */
  hasPeople(): Promise<boolean>
  /**
   * Whether a password is the one of an entry. The connection belongs to that entry afterwards: the last question of a
   * run.
   */
  isPasswordOf(dn: string, password: string): Promise<boolean>
  /** The names of groups that contain a text, sorted; all names for an empty one. */
  groupNames(search: string, limit: number): Promise<readonly string[]>
  /** The members of the groups with this name; null without such a group. */
  membersOf(group: string): Promise<DirectoryMembers | null>
  /** The DNs of the people with these names for signing in. */
  dnsOfUids(uids: readonly string[]): Promise<readonly string[]>
  /** The names of the groups of a person. */
  groupsOf(person: DirectoryPerson): Promise<readonly string[]>
  /** The DNs of the people who match a filter. @throws WrongFilter */
  peopleMatching(filter: string): Promise<readonly string[]>
  /** Whether a person matches a filter. @throws WrongFilter */
  isMatching(person: DirectoryPerson, filter: string): Promise<boolean>
}

/** The time for a connection, and for each answer. */
const answerMs = 5_000

/** The time for a whole run that a visitor waits for. */
const runMs = 10_000

/** Bytes of all answers of one run. */
const maxBytes = 64 * 1024 * 1024

/** People of a group or filter who are read. */
const maxPeople = 50_000

/** Names of one question. */
const uidsAtOnce = 100

/** Groups of one person that are read. */
const maxGroupsOfPerson = 2_000

const connections = lane({ what: 'Questions to the directory', atOnce: 6, waiting: 60, waitMs: answerMs })

interface RunOptions {
  /** For jobs; by default the time that a visitor may wait. */
  readonly withinMs?: number
}

/**
 * Connect to the directory, and ask it. Nothing that is asked or answered is logged, only the kind of a failure.
 *
 * @throws DirectoryUnavailable  no connection, no answer in time, or the account that searches is refused
 */
export async function withDirectory<T>(
  { ldap, log }: { readonly ldap: LdapSettings; readonly log: Pick<Logger, 'warn'> },
  run: (directory: Directory) => Promise<T>,
  { withinMs = runMs }: RunOptions = {},
): Promise<T> {
  const leave = await connections.enter()
  const held = new HeldSocket()
  let timer: NodeJS.Timeout | undefined
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The directory took too long')), withinMs)
    })
    return await Promise.race([ask(ldap, held, run), late])
  } catch (error) {
    if (isOfOurs(error)) throw error
    log.warn({ reason: reasonOf(error) }, 'the LDAP directory could not be asked')
    throw new DirectoryUnavailable(unavailable(ldap.label), { cause: new Error(reasonOf(error)) })
  } finally {
    clearTimeout(timer)
    held.close()
    leave()
  }
}

const unavailable = (label: string) =>
  `${label} cannot be reached at the moment. Try again in a few minutes, or ask an administrator.`

async function ask<T>(ldap: LdapSettings, held: HeldSocket, run: (directory: Directory) => Promise<T>): Promise<T> {
  const library = await import('ldapts')
  const secure: tls.ConnectionOptions = {
    ...(ldap.ca === undefined ? {} : { ca: ldap.ca }),
    // Server names are for host names only.
    ...(net.isIP(hostOf(ldap)) === 0 ? { servername: hostOf(ldap) } : {}),
    minVersion: 'TLSv1.2',
  }
  const isTls = ldap.url.startsWith('ldaps:')
  const client = new library.Client({
    url: ldap.url,
    timeout: answerMs,
    connectTimeout: answerMs,
    ...(isTls ? { tlsOptions: secure } : {}),
    createConnection: ((port: number, host: string) => held.hold(net.connect(port, host))) as typeof net.connect,
    createSecureConnection: ((...given: Parameters<typeof tls.connect>) =>
      held.hold(tls.connect(...given))) as typeof tls.connect,
  })
  if (ldap.startTls) await client.startTLS({ ...secure, host: hostOf(ldap) })
  if (ldap.bindDn !== undefined) await client.bind(ldap.bindDn, ldap.bindPassword)
  const result = await run(directoryOf(library, client, ldap))
  await client.unbind()
  return result
}

/** The host, without the brackets of an IPv6 address. */
const hostOf = ({ url }: LdapSettings): string => new URL(url).hostname.replace(/^\[|\]$/g, '')

/** The socket of one connection, and the encrypted one that takes its place: ended at any moment, with a limit of answers. */
class HeldSocket {
  readonly #sockets: net.Socket[] = []
  #bytes = 0

  hold<S extends net.Socket>(socket: S): S {
    for (const former of this.#sockets) former.off('data', this.#count)
    this.#sockets.push(socket.on('data', this.#count))
    return socket
  }

  close(): void {
    for (const socket of this.#sockets) {
      // A failure of a connection that is given up interests nobody.
      socket.on('error', () => undefined)
      socket.destroy()
    }
  }

  readonly #count = (chunk: Buffer): void => {
    this.#bytes += chunk.length
    if (this.#bytes > maxBytes) this.#sockets.at(-1)?.destroy(new Error('The directory sent too much'))
  }
}

function directoryOf(library: Package, client: Client, ldap: LdapSettings): Directory {
  const { AndFilter, EqualityFilter, OrFilter, SubstringFilter, PresenceFilter } = library
  const { attributes, base, groupBase } = ldap
  const people = library.FilterParser.parseString(ldap.userFilter)
  const groups = library.FilterParser.parseString(ldap.groupFilter)
  const both = (...filters: Filter[]) => new AndFilter({ filters })
  const personAttributes = [attributes.uid, attributes.mail, attributes.name, 'cn']

  const personOf = (entry: Entry): DirectoryPerson | null => {
    const uid = firstOf(entry, attributes.uid)
    if (uid === null) return null
    const name = firstOf(entry, attributes.name) ?? firstOf(entry, 'cn') ?? uid
    return { dn: entry.dn, uid, email: firstOf(entry, attributes.mail), name }
  }
  const search = async (from: string, options: SearchOptions): Promise<readonly Entry[]> =>
    (await client.search(from, { timeLimit: answerMs / 1000, ...options })).searchEntries
  /** The entry itself, if it exists and matches. */
  const atDn = async (dn: string, filter: Filter, wanted: string[]): Promise<Entry | null> => {
    // An entry outside of the base belongs to nobody who signs in here.
    if (!isBelow(dn, base)) return null
    try {
      return (await search(dn, { scope: 'base', filter, attributes: wanted }))[0] ?? null
    } catch (error) {
      if (isCode(error, codes.noSuchObject, codes.invalidDn)) return null
      throw error
    }
  }
  const parsed = (filter: string): Filter => {
    try {
      return library.FilterParser.parseString(filter)
    } catch (cause) {
      throw new WrongFilter('Not a filter', { cause })
    }
  }

  return {
    async personByUid(uid) {
      const filter = both(people, new EqualityFilter({ attribute: attributes.uid, value: uid }))
      const found = await search(base, { filter, attributes: personAttributes, sizeLimit: 2 })
      const [only] = found
      return only === undefined || found.length > 1 ? null : personOf(only)
    },
    async personByDn(dn) {
      const entry = await atDn(dn, people, personAttributes)
      return entry === null ? null : personOf(entry)
    },
    async hasPeople() {
      return (await search(base, { filter: people, attributes: ['1.1'], sizeLimit: 1 })).length > 0
    },
    async isPasswordOf(dn, password) {
      // A bind without a password succeeds for anyone: it is the anonymous one.
      if (password === '') return false
      try {
        await client.bind(dn, password)
        return true
      } catch (error) {
        if (isRefusal(error)) return false
        throw error
      }
    },
    async groupNames(text, limit) {
      const named =
        text === '' ? new PresenceFilter({ attribute: 'cn' }) : new SubstringFilter({ attribute: 'cn', any: [text] })
      const found = await search(groupBase, { filter: both(groups, named), attributes: ['cn'], sizeLimit: limit })
      return [...new Set(found.flatMap(entry => firstOf(entry, 'cn') ?? []))].sort().slice(0, limit)
    },
    async membersOf(group) {
      const filter = both(groups, new EqualityFilter({ attribute: 'cn', value: group }))
      const found = await search(groupBase, { filter, attributes: [...memberAttributes, 'memberUid'], sizeLimit: 50 })
      if (found.length === 0) return null
      const dns = found.flatMap(entry => memberAttributes.flatMap(name => valuesOf(entry, name)))
      for (const entry of found) dns.push(...(await furtherMembers(search, entry)))
      return { dns, uids: found.flatMap(entry => valuesOf(entry, 'memberUid')) }
    },
    async dnsOfUids(uids) {
      const dns: string[] = []
      for (let from = 0; from < uids.length; from += uidsAtOnce) {
        const some = uids.slice(from, from + uidsAtOnce)
        const named = some.map(value => new EqualityFilter({ attribute: attributes.uid, value }))
        const filter = both(people, new OrFilter({ filters: named }))
        dns.push(...(await search(base, { filter, attributes: ['1.1'], sizeLimit: maxPeople })).map(entry => entry.dn))
      }
      return dns
    },
    async groupsOf({ dn, uid }) {
      const member = [
        ...memberAttributes.map(attribute => new EqualityFilter({ attribute, value: dn })),
        new EqualityFilter({ attribute: 'memberUid', value: uid }),
      ]
      const filter = both(groups, new OrFilter({ filters: member }))
      const found = await search(groupBase, { filter, attributes: ['cn'], sizeLimit: maxGroupsOfPerson })
      return found.flatMap(entry => valuesOf(entry, 'cn'))
    },
    async peopleMatching(filter) {
      const options = { filter: both(people, parsed(filter)), attributes: ['1.1'], paged: { pageSize: 500 } }
      const dns: string[] = []
      for await (const page of client.searchPaginated(base, { timeLimit: answerMs / 1000, ...options })) {
        dns.push(...page.searchEntries.map(entry => entry.dn))
        if (dns.length > maxPeople) throw new Error('The filter matches too many people')
      }
      return dns
    },
    isMatching: async ({ dn }, filter) => (await atDn(dn, both(people, parsed(filter)), ['1.1'])) !== null,
  }
}

const memberAttributes = ['member', 'uniqueMember']

/** Active Directory sends the members of a large group in ranges, as `member;range=0-1499`. */
async function furtherMembers(
  search: (from: string, options: SearchOptions) => Promise<readonly Entry[]>,
  first: Entry,
): Promise<readonly string[]> {
  const members: string[] = []
  for (let entry: Entry | undefined = first; entry !== undefined; ) {
    const [key, , last] = Object.keys(entry).flatMap(name => /^member;range=(\d+)-(\d+|\*)$/i.exec(name) ?? [])
    if (key === undefined || last === undefined) break
    members.push(...valuesOf(entry, key))
    if (last === '*' || members.length > maxPeople) break
    const next = `member;range=${Number(last) + 1}-*`
    ;[entry] = await search(entry.dn, { scope: 'base', attributes: [next] })
  }
  return members
}

/** The texts of an attribute, whichever way its name is spelled. */
function valuesOf(entry: Entry, attribute: string): readonly string[] {
  const wanted = attribute.toLowerCase()
  const value = Object.entries(entry).find(([name, given]) => name.toLowerCase() === wanted && given.length > 0)?.[1]
  const all = value === undefined ? [] : Array.isArray(value) ? value : [value]
  return all.flatMap(each => (typeof each === 'string' ? [each] : []))
}

function firstOf(entry: Entry, attribute: string): string | null {
  const value = valuesOf(entry, attribute)[0]?.trim()
  return value === undefined || value === '' ? null : value
}

/** @source RFC 4511, 4.1.9 */
const codes = {
  timeLimit: 3,
  adminLimit: 11,
  noSuchObject: 32,
  invalidDn: 34,
  busy: 51,
  unavailable: 52,
  other: 80,
} as const

/** The number of a result of the directory; null for any other failure. */
function codeOf(error: unknown): number | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null
}

const isCode = (error: unknown, ...wanted: readonly number[]): boolean => wanted.some(code => code === codeOf(error))

/** Whether the directory refused a bind, for whichever reason, and not merely failed. */
const isRefusal = (error: unknown): boolean =>
  codeOf(error) !== null &&
  !isCode(error, codes.timeLimit, codes.adminLimit, codes.busy, codes.unavailable, codes.other)

const isOfOurs = (error: unknown): boolean => error instanceof WrongFilter || error instanceof DirectoryUnavailable

/** The kind of a failure: messages can contain names. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  return `${error.constructor.name}${code}`
}

/** Whether a text is a filter of the directory's language. */
export async function isFilter(text: string): Promise<boolean> {
  const { FilterParser } = await import('ldapts')
  try {
    FilterParser.parseString(text)
    return true
  } catch {
    return false
  }
}
