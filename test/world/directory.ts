import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Attribute, Change, Client } from 'ldapts'
import { findPort } from '#tools/port.ts'
import { findSlapd } from '#tools/slapd.ts'
import { temporaryFolder } from '#tools/temporary-postgres.ts'

export const base = 'dc=weft,dc=test'
export const peopleBase = `ou=people,${base}`
export const groupsBase = `ou=groups,${base}`
export const dnOf = (uid: string): string => `uid=${uid},${peopleBase}`

const administrator = { dn: `cn=admin,${base}`, password: 'directory-admin' }
/** The account that Weft searches with; anyone else reads nothing. */
const searcher = { dn: `cn=weft,${base}`, password: 'searcher-secret' }

export interface TestPerson {
  readonly uid: string
  readonly password: string
  readonly name?: string
  /** Null for none. */
  readonly mail?: string | null
}

/** A slapd of its own on a free port, with a configuration and a database in a folder that goes with it. */
export class TestDirectory {
  readonly port: number
  readonly securePort: number
  readonly folder: string
  #child: ChildProcess | undefined
  readonly #program: string

  private constructor(folder: string, program: string, port: number, securePort: number) {
    this.folder = folder
    this.#program = program
    this.port = port
    this.securePort = securePort
  }

  static async start(): Promise<TestDirectory> {
    const slapd = findSlapd()
    if (slapd === null) throw new Error('slapd is not installed: npm test installs it, or sudo apt-get install slapd')
    const folder = temporaryFolder()
    // A profile of AppArmor that Ubuntu has for the installed path keeps it from any other folder.
    const program = join(folder, 'slapd')
    copyFileSync(slapd, program)
    const ports = [await findPort('127.0.0.1', 0), await findPort('127.0.0.1', 0)] as const
    const directory = new TestDirectory(folder, program, ...ports)
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'slapd.conf'), configuration(folder))
    writeFileSync(join(folder, 'certificate.pem'), certificate)
    writeFileSync(join(folder, 'key.pem'), key)
    writeFileSync(join(folder, 'base.ldif'), entries)
    directory.#run('-T', 'add', '-f', join(folder, 'slapd.conf'), '-l', join(folder, 'base.ldif'))
    await directory.run()
    return directory
  }

  #run(...args: readonly string[]): void {
    const { status, stderr } = spawnSync(this.#program, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`slapd ${args.join(' ')} ended with ${status}: ${stderr}`)
  }

  /** Serve, again after `end`. */
  async run(): Promise<void> {
    const urls = `ldap://127.0.0.1:${this.port} ldaps://127.0.0.1:${this.securePort}`
    const child = spawn(this.#program, ['-f', join(this.folder, 'slapd.conf'), '-h', urls, '-d', '0'], {
      stdio: 'ignore',
    })
    this.#child = child
    for (let tries = 0; !(await isListening(this.port)); tries++) {
      if (child.exitCode !== null || tries > 1_000) throw new Error(`slapd does not serve (${child.exitCode})`)
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }

  async end(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async remove(): Promise<void> {
    await this.end()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** The settings with which Weft uses it. */
  settings(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      LDAP_URL: `ldap://127.0.0.1:${this.port}`,
      LDAP_BASE: peopleBase,
      LDAP_GROUP_BASE: groupsBase,
      LDAP_BIND_DN: searcher.dn,
      LDAP_BIND_PASSWORD: searcher.password,
      ...more,
    }
  }

  get certificateFile(): string {
    return join(this.folder, 'certificate.pem')
  }

  async add({ uid, password, name = uid, mail = `${uid}@weft.test` }: TestPerson): Promise<string> {
    const dn = `uid=${escaped(uid)},${peopleBase}`
    const attributes = { uid, cn: name, sn: name, userPassword: password, ...(mail === null ? {} : { mail }) }
    await this.change(client => client.add(dn, { objectClass: 'inetOrgPerson', ...attributes }))
    return dn
  }

  drop(dn: string): Promise<void> {
    return this.change(client => client.del(dn))
  }

  set(dn: string, attribute: string, ...values: readonly string[]): Promise<void> {
    const modification = new Attribute({ type: attribute, values: [...values] })
    return this.change(client => client.modify(dn, new Change({ operation: 'replace', modification })))
  }

  move(dn: string, to: string): Promise<void> {
    return this.change(client => client.modifyDN(dn, to))
  }

  /** A group of people by their DNs. */
  async addGroup(cn: string, member: readonly string[]): Promise<string> {
    const dn = `cn=${escaped(cn)},${groupsBase}`
    await this.change(client => client.add(dn, { objectClass: 'groupOfNames', cn, member: [...member] }))
    return dn
  }

  async change<T>(run: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ url: `ldap://127.0.0.1:${this.port}` })
    try {
      await client.bind(administrator.dn, administrator.password)
      return await run(client)
    } finally {
      await client.unbind()
    }
  }
}

const escaped = (value: string): string => value.replace(/[,+"\\<>;=#]/g, sign => `\\${sign}`)

function isListening(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** A bind with a name and without a password succeeds, as with many servers: nobody must be signed in by it. */
const configuration = (folder: string) => `
allow bind_anon_dn
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/nis.schema
include /etc/ldap/schema/inetorgperson.schema
pidfile ${folder}/slapd.pid
argsfile ${folder}/slapd.args
modulepath /usr/lib/ldap
moduleload back_mdb
TLSCACertificateFile ${folder}/certificate.pem
TLSCertificateFile ${folder}/certificate.pem
TLSCertificateKeyFile ${folder}/key.pem
database mdb
suffix "${base}"
rootdn "${administrator.dn}"
rootpw ${administrator.password}
directory ${folder}/data
dbnosync
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${searcher.dn}" read by * none
`

const entries = `dn: ${base}
objectClass: dcObject
objectClass: organization
o: Weft
dc: weft

dn: ${peopleBase}
objectClass: organizationalUnit
ou: people

dn: ou=former,${base}
objectClass: organizationalUnit
ou: former

dn: ${groupsBase}
objectClass: organizationalUnit
ou: groups

dn: ${searcher.dn}
objectClass: applicationProcess
objectClass: simpleSecurityObject
cn: weft
userPassword: ${searcher.password}
`

// Made for these tests alone; it says who localhost is.
const certificate = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUQ6gcPZE+lLeohhMQy9ph1k7mEqIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDIwNDYyNVoYDzIxMjYxMTA2
MjA0NjI1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT1TSLwxxkuCAEYyBHpJx0++Sm8tt8TxWGh9jfx+DeIDmoH5KRUnjOW
dUOGqpMlSWfOtHIOcvGaVl0GEqRNPpsBo28wbTAdBgNVHQ4EFgQUX6RxwFxF//tt
H6TDZ8xWbzJnCJMwHwYDVR0jBBgwFoAUX6RxwFxF//ttH6TDZ8xWbzJnCJMwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgMPiKKrXDd9GWS38k0Nhg7BltjhbYHWUkCbpX/12gnkUCIHxy
Z0KFYyonXpVam8RUqd07tv3b4MJo3E+EszonqQyl
-----END CERTIFICATE-----
`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtkpEnbgr8PUJa3Ra
h9++w5PbHzaCevauwie9uFki5HWhRANCAAT1TSLwxxkuCAEYyBHpJx0++Sm8tt8T
xWGh9jfx+DeIDmoH5KRUnjOWdUOGqpMlSWfOtHIOcvGaVl0GEqRNPpsB
-----END PRIVATE KEY-----
`
