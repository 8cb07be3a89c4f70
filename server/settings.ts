import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { longestPassword, shortestPassword } from '#contract/foundation/password-length.ts'

/**
 * An error that stops a start, in a sentence for the operator: commands print the message without a stack and exit with
 * 1.
 */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

export type Role = 'all' | 'web' | 'worker' | 'replica'
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** A bucket that speaks S3, and the keys to it. */
export interface S3Place {
  /** Scheme, host and port, without a slash at the end. */
  readonly endpoint: string
  readonly bucket: string
  /** Folder within the bucket, without slashes at its ends; empty for none. */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The LDAP directory whose people sign in here, and how its entries are read. */
export interface LdapSettings {
  /** Scheme, host and port alone. */
  readonly url: string
  readonly startTls: boolean
  /** Certificates in PEM that replace the usual authorities. */
  readonly ca?: string
  /** The account that searches; both are absent where anyone may search. */
  readonly bindDn?: string
  readonly bindPassword?: string
  /** The DN below which people are. */
  readonly base: string
  readonly userFilter: string
  readonly attributes: { readonly uid: string; readonly mail: string; readonly name: string }
  /** The DN below which groups are. */
  readonly groupBase: string
  readonly groupFilter: string
  /** The name of the directory on pages. */
  readonly label: string
  /** The existing accounts that a first sign-in takes over by their confirmed email address. */
  readonly linkAccounts: 'none' | 'people' | 'all'
}

/** All settings of an operator; see `settingsTable` for the variable, default and meaning of each. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl?: string
  /** Connections to the database at most. */
  readonly databasePool: number
  /** The address without a slash at the end. */
  readonly externalUrl: string
  readonly rootPassword?: string
  readonly rootToken?: string
  /** 'auto': on when the database is fresh and the server was started from a terminal. */
  readonly demo: 'on' | 'off' | 'auto'
  readonly role: Role
  /** The primary site of a replica, and the key of the replica. */
  readonly geoPrimaryUrl?: string
  readonly geoToken?: string
  readonly rateLimits: boolean
  /** Proxies and balancers whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: BlockList
  readonly smtpUrl?: string
  /** git over SSH is served there. */
  readonly sshPort?: number
  /** Replies by mail are taken in there. */
  readonly smtpInPort?: number
  /** The name by which the mail server before that port signs its results about senders. */
  readonly smtpInAuthServer?: string
  readonly s3?: S3Place
  /** The addresses that may read the metrics, besides this machine and administrators. */
  readonly metricsFrom?: BlockList
  /** Addresses inside the network that webhooks may call. */
  readonly webhooksTo?: BlockList
  readonly ldap?: LdapSettings
  readonly logLevel: LogLevel
}

interface Setting<T> {
  readonly variable: string
  /** The text taken when the variable is absent or empty; null when there is no such text. */
  readonly fallback: string | null
  readonly meaning: string
  /** @throws Refused  whose message completes the sentence "PORT is 'x', but ..." */
  readonly parse: (text: string) => T
}

class Refused extends Error {}

/** Jobs alone keep five connections. */
const smallestPool = 12

/** Every setting there is: the parser, the documentation and the tests walk this table. */
export const settingsTable = {
  port: setting('PORT', '3000', 'Port for the web server; 0 for any free port.', port),
  host: setting('HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 for all network interfaces.', text),
  dataDir: setting('DATA_DIR', './data', 'Folder for the database, repositories and uploads.', text),
  databaseUrl: setting(
    'DATABASE_URL',
    null,
    'Your own PostgreSQL (15 or later), as postgres://user:password@host/name, with standbys as postgres://user:password@one,two/name; if not set, one is started in the data folder.',
    databaseUrl,
  ),
  databasePool: setting(
    'DATABASE_POOL',
    '24',
    'Maximum database connections of each process, besides one for live updates; the sum over all processes must stay below max_connections of PostgreSQL.',
    poolSize,
  ),
  externalUrl: setting(
    'EXTERNAL_URL',
    null,
    'Public URL, as https://weft.example.com; if not set, http:// with host and port.',
    webUrl,
  ),
  rootPassword: setting(
    'ROOT_PASSWORD',
    null,
    'Password of the first administrator, root; generated and printed once if not set.',
    password,
  ),
  rootToken: setting(
    'ROOT_TOKEN',
    null,
    'Personal access token for root with the scopes api, sudo and admin_mode.',
    token,
  ),
  demo: setting(
    'WEFT_DEMO',
    'auto',
    'Demo data in a new database. auto: only when started from a terminal; 1: always; 0: never.',
    choice({ auto: 'auto', '1': 'on', on: 'on', '0': 'off', off: 'off' } as const),
  ),
  role: setting(
    'WEFT_ROLE',
    'all',
    'all: serve pages and run jobs; web: pages only; worker: jobs only; replica: copy repositories and files from GEO_PRIMARY_URL.',
    choice({ all: 'all', web: 'web', worker: 'worker', replica: 'replica' } as const),
  ),
  geoPrimaryUrl: setting(
    'GEO_PRIMARY_URL',
    null,
    'For WEFT_ROLE=replica: URL of the primary site, as https://weft.example.com.',
    webUrl,
  ),
  geoToken: setting(
    'GEO_TOKEN',
    null,
    'For WEFT_ROLE=replica: key of this replica, from /admin/geo of the primary site.',
    token,
  ),
  rateLimits: setting(
    'RATE_LIMITS',
    'on',
    'Turn off only for tests and benchmarks.',
    choice({ on: true, '1': true, off: false, '0': false } as const),
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    '127.0.0.0/8,::1',
    'IP addresses and networks of your proxies and balancers, such as 10.0.0.7,192.168.0.0/16: X-Forwarded-For is believed from these only. By default from this machine; none: from no address.',
    given => (given.toLowerCase() === 'none' ? new BlockList() : networks(given)),
  ),
  sshPort: setting(
    'SSH_PORT',
    null,
    'Port for Git over SSH, on the host of EXTERNAL_URL; if not set, Git works over HTTP only.',
    port,
  ),
  smtpUrl: setting(
    'SMTP_URL',
    null,
    'SMTP server for outgoing email, as smtp://user:password@mail.example.com:587; if not set, emails are only listed at /admin/mails.',
    url(['smtp', 'smtps']),
  ),
  smtpInPort: setting(
    'SMTP_IN_PORT',
    null,
    'Port for incoming reply emails (SMTP), forwarded by a mail server for the host of EXTERNAL_URL; if not set, replying by email is disabled.',
    port,
  ),
  smtpInAuthServer: setting(
    'SMTP_IN_AUTH_SERVER',
    null,
    'Name with which your incoming mail server begins its Authentication-Results headers, such as mx.example.com; senders that it finds forged are marked. If not set, these headers are ignored.',
    text,
  ),
  s3: setting(
    'S3_URL',
    null,
    'Bucket for uploads, as https://key:secret@s3.example.com/bucket/folder?region=eu-central-1 (folder and region are optional); if not set, uploads are stored in the data folder.',
    s3Place,
  ),
  metricsFrom: setting(
    'METRICS_FROM',
    null,
    'IP addresses and networks that can read /-/metrics without a token, such as 10.0.0.7,192.168.0.0/16; this machine always can.',
    networks,
  ),
  webhooksTo: setting(
    'WEBHOOKS_TO',
    null,
    'Private IP addresses and networks that webhooks can call, such as 10.0.0.7,192.168.0.0/16; if not set, webhooks can call only public addresses.',
    networks,
  ),
  ldapUrl: setting(
    'LDAP_URL',
    null,
    'LDAP server whose people sign in here, as ldap://ldap.example.com or ldaps://ldap.example.com; LDAP_BASE is then required. There is one LDAP provider, which the API calls ldapmain.',
    ldapUrl,
  ),
  ldapStartTls: setting(
    'LDAP_STARTTLS',
    'off',
    'on: encrypt connections to an ldap:// server by StartTLS.',
    choice({ on: true, '1': true, off: false, '0': false } as const),
  ),
  ldapCaFile: setting(
    'LDAP_CA_FILE',
    null,
    'File with the certificates (PEM) of the authority that signed the certificate of the LDAP server; if not set, the usual authorities are trusted.',
    certificates,
  ),
  ldapBindDn: setting(
    'LDAP_BIND_DN',
    null,
    'DN of the account that searches the directory, such as cn=weft,dc=example,dc=com; if not set, searches are anonymous.',
    dn,
  ),
  ldapBindPassword: setting('LDAP_BIND_PASSWORD', null, 'Password of LDAP_BIND_DN.', text),
  ldapBase: setting('LDAP_BASE', null, 'DN below which people are, such as ou=people,dc=example,dc=com.', dn),
  ldapUserFilter: setting(
    'LDAP_USER_FILTER',
    '(objectClass=person)',
    'Filter for the people who can sign in; everyone else is blocked.',
    ldapFilter,
  ),
  ldapAttributes: setting(
    'LDAP_ATTRIBUTES',
    'uid=uid,mail=mail,name=cn',
    'Attributes with the name for signing in, the email address and the full name of a person; for Active Directory uid=sAMAccountName,name=displayName.',
    ldapAttributes,
  ),
  ldapGroupBase: setting(
    'LDAP_GROUP_BASE',
    null,
    'DN below which groups are, such as ou=groups,dc=example,dc=com; if not set, LDAP_BASE.',
    dn,
  ),
  ldapGroupFilter: setting(
    'LDAP_GROUP_FILTER',
    '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup)(objectClass=group))',
    'Filter for the groups of the directory.',
    ldapFilter,
  ),
  ldapLabel: setting('LDAP_LABEL', 'LDAP', 'Name of the directory on the sign-in page, up to 30 characters.', label),
  ldapLinkAccounts: setting(
    'LDAP_LINK_ACCOUNTS',
    'none',
    'Existing accounts that become the account of a person with the same email address at their first sign-in. none: no account; people: accounts that are not administrators; all: administrators too. Keep none where people can change their email address in the directory, or strangers can register here.',
    choice({ none: 'none', people: 'people', all: 'all' } as const),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'Minimum log level: fatal, error, warn, info, debug, trace or silent.',
    choice({
      fatal: 'fatal',
      error: 'error',
      warn: 'warn',
      info: 'info',
      debug: 'debug',
      trace: 'trace',
      silent: 'silent',
    } as const),
  ),
} as const

/**
 * Read the settings out of the environment; an empty variable counts as absent.
 *
 * @throws CannotStart  with one sentence for each wrong variable, a line each
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const wrong: string[] = []
  const read = <T>(one: Setting<T>): T | undefined => {
    const given = env[one.variable]?.trim() || one.fallback
    if (given === null) return undefined
    try {
      return one.parse(given)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const shown = /PASSWORD|TOKEN|URL/.test(one.variable) ? 'is set' : `is '${given}'`
      wrong.push(`${one.variable} ${shown}, but ${error.message}. ${one.meaning}`)
      return undefined
    }
  }
  const table = settingsTable
  const values = {
    port: read(table.port) ?? 0,
    host: read(table.host) ?? '',
    dataDir: resolvePath(read(table.dataDir) ?? ''),
    demo: read(table.demo) ?? 'auto',
    role: read(table.role) ?? 'all',
    databasePool: read(table.databasePool) ?? 0,
    rateLimits: read(table.rateLimits) ?? true,
    trustedProxies: read(table.trustedProxies) ?? new BlockList(),
    logLevel: read(table.logLevel) ?? 'info',
  }
  const optional = present({
    databaseUrl: read(table.databaseUrl),
    rootPassword: read(table.rootPassword),
    rootToken: read(table.rootToken),
    geoPrimaryUrl: read(table.geoPrimaryUrl),
    geoToken: read(table.geoToken),
    sshPort: read(table.sshPort),
    smtpUrl: read(table.smtpUrl),
    smtpInPort: read(table.smtpInPort),
    smtpInAuthServer: read(table.smtpInAuthServer),
    s3: read(table.s3),
    metricsFrom: read(table.metricsFrom),
    webhooksTo: read(table.webhooksTo),
    ldap: readLdap(read, wrong),
  })
  const externalUrl = read(table.externalUrl) ?? localAddress(values.host, values.port)
  if (values.role !== 'all' && !optional.databaseUrl)
    wrong.push(`WEFT_ROLE is '${values.role}', but separate roles need a shared database. Set DATABASE_URL.`)
  if (values.role === 'replica') {
    if (optional.geoPrimaryUrl === undefined || optional.geoToken === undefined)
      wrong.push(
        "WEFT_ROLE is 'replica', but a replica needs its primary. Set GEO_PRIMARY_URL and GEO_TOKEN, as /admin/geo of the primary site shows.",
      )
    if (optional.databaseUrl !== undefined && splitHosts(optional.databaseUrl).length > 1)
      wrong.push('DATABASE_URL is set, but a replica reads only its own standby. Give one host.')
    if (optional.s3 !== undefined)
      wrong.push('S3_URL is set, but a replica stores files in its data folder. Remove S3_URL.')
  }
  if (wrong.length > 0) throw new CannotStart(wrong.join('\n'))
  return { ...values, ...optional, externalUrl }
}

function readLdap(read: <T>(one: Setting<T>) => T | undefined, wrong: string[]): LdapSettings | undefined {
  const table = settingsTable
  const url = read(table.ldapUrl)
  const base = read(table.ldapBase)
  const startTls = read(table.ldapStartTls) ?? false
  const optional = present({
    ca: read(table.ldapCaFile),
    bindDn: read(table.ldapBindDn),
    bindPassword: read(table.ldapBindPassword),
  })
  const rest = {
    userFilter: read(table.ldapUserFilter) ?? '',
    attributes: read(table.ldapAttributes) ?? { uid: '', mail: '', name: '' },
    groupBase: read(table.ldapGroupBase) ?? base ?? '',
    groupFilter: read(table.ldapGroupFilter) ?? '',
    label: read(table.ldapLabel) ?? '',
    linkAccounts: read(table.ldapLinkAccounts) ?? 'none',
  }
  if (url === undefined) {
    if (base !== undefined || optional.bindDn !== undefined)
      wrong.push('LDAP_BASE or LDAP_BIND_DN is set, but LDAP_URL is not. Set LDAP_URL, or remove the other settings.')
    return undefined
  }
  if (base === undefined) wrong.push(`LDAP_URL is set, but LDAP_BASE is not. ${table.ldapBase.meaning}`)
  if (startTls && url.startsWith('ldaps:'))
    wrong.push(
      'LDAP_STARTTLS is on, but LDAP_URL starts with ldaps://, which is encrypted already. Turn one of them off.',
    )
  if ((optional.bindDn === undefined) !== (optional.bindPassword === undefined))
    wrong.push('Only one of LDAP_BIND_DN and LDAP_BIND_PASSWORD is set. Set both, or neither for anonymous searches.')
  return { url, startTls, base: base ?? '', ...optional, ...rest }
}

/** The address of a server that listens on this host and port, as a browser on the same machine writes it. */
export function localAddress(host: string, port: number): string {
  const name = ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

function setting<T>(variable: string, fallback: string | null, meaning: string, parse: (text: string) => T) {
  return { variable, fallback, meaning, parse } satisfies Setting<T>
}

function text(given: string): string {
  return given
}

function port(given: string): number {
  const number = Number(given)
  if (!/^\d+$/.test(given) || number > 65535) throw new Refused('it must be a number from 0 to 65535')
  return number
}

function password(given: string): string {
  if (given.length < shortestPassword) throw new Refused(`it must have at least ${shortestPassword} characters`)
  if (given.length > longestPassword) throw new Refused(`it must have at most ${longestPassword} characters`)
  return given
}

function token(given: string): string {
  if (!/^[A-Za-z0-9_.-]{20,255}$/.test(given))
    throw new Refused(
      'it must have 20 to 255 letters, digits, hyphens, dots and underscores, such as glpat- followed by 20 of them',
    )
  return given
}

function url(protocols: readonly string[]): (given: string) => string {
  const forms = protocols.map(protocol => `${protocol}://`).join(' or ')
  return given => {
    const parsed = URL.parse(given)
    if (!parsed || !protocols.includes(parsed.protocol.slice(0, -1)))
      throw new Refused(`it must be a URL that starts with ${forms}`)
    return given
  }
}

/** Several hosts are separated by commas, as libpq reads them. */
function databaseUrl(given: string): string {
  const each = splitHosts(given)
  for (const one of each) url(['postgres', 'postgresql'])(one)
  const parameters = URL.parse(each[0] ?? '')?.searchParams
  if (each.length > 1 && each.some(one => URL.parse(one)?.hostname === ''))
    throw new Refused('one of its hosts is empty')
  if (parameters?.get('host')?.includes(','))
    throw new Refused('several hosts must stand before the path, as one,two/name')
  const attributes = parameters?.get('target_session_attrs') ?? 'read-write'
  if (!['read-write', 'primary'].includes(attributes))
    throw new Refused('Weft writes to its database: target_session_attrs can only be read-write or primary')
  return given
}

/** `postgres://user:password@one:5432,two/name` to a connection string for each host. */
export function splitHosts(connectionString: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(connectionString) ?? []
  if (!hosts.includes(',')) return [connectionString]
  return hosts.split(',').map(host => `${before}${host}${after}`)
}

function poolSize(given: string): number {
  const number = Number(given)
  if (!/^\d+$/.test(given) || number < smallestPool || number > 1_000)
    throw new Refused(`it must be a number from ${smallestPool} to 1000`)
  return number
}

function webUrl(given: string): string {
  const parsed = URL.parse(url(['http', 'https'])(given))
  if (parsed?.search || parsed?.hash || parsed?.username)
    throw new Refused('it must be a URL without query, fragment or credentials')
  // Pages, the API and git all begin at the root of their host.
  if (parsed && parsed.pathname.replaceAll('/', '') !== '')
    throw new Refused('it must not have a path. Use a dedicated host name, such as https://weft.example.com')
  return given.replace(/\/+$/, '')
}

function networks(given: string): BlockList {
  const list = new BlockList()
  for (const part of given.split(',').map(each => each.trim())) {
    const [address = '', bits, ...rest] = part.split('/')
    const version = isIP(address)
    const length = bits === undefined ? (version === 4 ? 32 : 128) : Number(bits)
    const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && length <= (version === 4 ? 32 : 128))
    if (version === 0 || !isLength || rest.length > 0)
      throw new Refused(`'${part}' is not an IP address or a network such as 10.0.0.0/8`)
    list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

function s3Place(given: string): S3Place {
  const parsed = URL.parse(url(['http', 'https'])(given))
  const [bucket = '', ...folders] = (parsed?.pathname ?? '').split('/').filter(part => part !== '')
  if (!parsed?.username || !parsed.password)
    throw new Refused('it must contain key:secret before the @; percent-encode / and + as %2F and %2B')
  if (!/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket)) throw new Refused('its path must start with a bucket name')
  if (folders.some(each => !/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(each)))
    throw new Refused('the folder can contain only letters, digits, dots, hyphens and underscores')
  const own = /(?:^|\.)s3[.-]([a-z0-9-]+)\.amazonaws\.com$/.exec(parsed.hostname)?.[1]
  return {
    endpoint: parsed.origin,
    bucket,
    prefix: folders.join('/'),
    region: parsed.searchParams.get('region') ?? own ?? 'us-east-1',
    accessKeyId: decoded(parsed.username),
    secretAccessKey: decoded(parsed.password),
  }
}

function ldapUrl(given: string): string {
  const parsed = URL.parse(url(['ldap', 'ldaps'])(given))
  if (!parsed?.hostname || parsed.pathname.length > 1 || parsed.search || parsed.hash || parsed.username)
    throw new Refused('it must have a host and at most a port after it, without a path or credentials')
  return `${parsed.protocol}//${parsed.host}`
}

function certificates(given: string): string {
  try {
    const read = readFileSync(given, 'utf8')
    if (read.includes('-----BEGIN CERTIFICATE-----')) return read
  } catch (cause) {
    throw new Refused('this file cannot be read', { cause })
  }
  throw new Refused('this file contains no certificate in PEM')
}

function dn(given: string): string {
  if (!/^[A-Za-z0-9.-]+ *=[^,]/.test(given) || /[\0\r\n]/.test(given))
    throw new Refused('it must be a distinguished name such as dc=example,dc=com')
  return given
}

/** Only the parentheses are checked here: the directory refuses any other mistake. */
function ldapFilter(given: string): string {
  let depth = 0
  const isOne = [...given].every((sign, at, all) => {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    return depth > 0 || at === all.length - 1
  })
  if (!isOne || depth !== 0)
    throw new Refused('it must be one filter in parentheses, such as (&(objectClass=person)(!(loginShell=/bin/false)))')
  return given
}

function ldapAttributes(given: string): LdapSettings['attributes'] {
  const names = new Map(
    given.split(',').map(part => {
      const [key = '', name = '', ...rest] = part.split('=').map(each => each.trim())
      if (!['uid', 'mail', 'name'].includes(key) || !/^[A-Za-z][A-Za-z0-9.;-]*$/.test(name) || rest.length > 0)
        throw new Refused(`'${part.trim()}' is not one of uid=, mail= and name= with the name of an attribute`)
      return [key, name]
    }),
  )
  return { uid: names.get('uid') ?? 'uid', mail: names.get('mail') ?? 'mail', name: names.get('name') ?? 'cn' }
}

function label(given: string): string {
  if (given.length > 30 || /\p{C}/u.test(given)) throw new Refused('it must be one line of up to 30 characters')
  return given
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (cause) {
    throw new Refused('percent signs must be written as %25', { cause })
  }
}

function choice<const T extends Readonly<Record<string, unknown>>>(values: T): (given: string) => T[keyof T] {
  return given => {
    const key = given.toLowerCase()
    // Object.hasOwn proves the key; the type of `in` checks does not carry over to index access.
    if (Object.hasOwn(values, key)) return values[key] as T[keyof T]
    throw new Refused(`it must be one of ${Object.keys(values).join(', ')}`)
  }
}

function resolvePath(given: string): string {
  return isAbsolute(given) ? resolve(given) : resolve(import.meta.dirname, '..', given)
}

/** Leave out undefined values, so that "absent" has one form only. */
function present<T extends Readonly<Record<string, unknown>>>(
  values: T,
): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined)
  // Only undefined values are gone, so each key that is left has its own type without undefined.
  return Object.fromEntries(kept) as { readonly [K in keyof T]?: Exclude<T[K], undefined> }
}
