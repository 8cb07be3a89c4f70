import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { flushPkt, pkt } from '#server/platform/git/transport/pkt-line.ts'
import type { ProcessorTimes } from './processor.ts'
import type { Dataset } from './seed.ts'

/** Requests a second of a thousand users, as GitLab publishes them for its reference architectures. */
const rates = { api: 20, page: 2, fetch: 2, push: 0.4 } as const

type Kind = keyof typeof rates

export const kinds = Object.keys(rates) as readonly Kind[]

interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
  /** What the answer must hold, so that a failure that says 200 is not counted. */
  readonly holds?: string
}

type CallAt = (turn: number) => Call

/** Calls that are sent one after another; a fetch is three of them. */
type TrafficRequest = readonly Call[]

export interface Waits {
  readonly kind: Kind | 'all'
  readonly count: number
  /** Milliseconds from the moment a request was due to its last byte. */
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly max: number
}

export interface TrafficResult {
  readonly waits: readonly Waits[]
  /** Requests that failed, by route and what they answered. */
  readonly failures: ReadonlyMap<string, number>
  readonly mostAtOnce: number
  /** Pages that came with their first view and without it, the warm-up included. */
  readonly pages: Readonly<Record<'drawn' | 'undrawn', number>>
  /** Of a request, on average, warmed up. */
  readonly processor: ProcessorTimes
}

interface Material {
  readonly tip: string
  /** A commit that somebody who fetches has already. */
  readonly earlier: string
  /** Commits on the tip, each with the pack that a push of it sends. */
  readonly commits: readonly { readonly id: string; readonly pack: Buffer }[]
  readonly file: string
}

interface TrafficOptions {
  /** That count, after those of the warm-up. */
  readonly seconds: number
  readonly sent: readonly Kind[]
  readonly users: number
  /** Processor time taken so far. */
  readonly processor: () => ProcessorTimes
}

/** Requests of the first seconds are not counted: a server that has just started compiles its code and plans its statements. */
const warmUpSeconds = 15
const commitsOfHistory = 200
const filesOfHistory = 300
const commitsToPush = 40

/**
 * Send the mix, each request when it is due, however many others are under way.
 */
export async function holdTraffic(
  origin: string,
  data: Dataset,
  { seconds, sent, users, processor }: TrafficOptions,
): Promise<TrafficResult> {
  const material = pushHistory(origin, data)
  const cookie = await signIn(origin, data)
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
  const requests = requestsOf(data, material, cookie)
  const taken: Record<Kind, number[]> = { api: [], page: [], fetch: [], push: [] }
  const failures = new Map<string, number>()
  const start = performance.now()
  let atOnce = 0
  let mostAtOnce = 0
  const carryOut = async (kind: Kind, calls: TrafficRequest, due: number) => {
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    try {
      for (const call of calls) await send(origin, agent, call)
      if (due - start >= warmUpSeconds * 1_000) taken[kind].push(performance.now() - due)
    } catch (error) {
      const reason = `${kind}: ${error instanceof Error ? error.message : String(error)}`
      failures.set(reason, (failures.get(reason) ?? 0) + 1)
    } finally {
      atOnce -= 1
    }
  }
  const underWay = new Set<Promise<void>>()
  const sendKind = async (kind: Kind, offset: number) => {
    const pause = 1_000 / (rates[kind] * (users / 1_000))
    for (let turn = 0; turn * pause < (warmUpSeconds + seconds) * 1_000; turn += 1) {
      const due = start + turn * pause + offset
      const wait = due - performance.now()
      if (wait > 0) await delay(wait)
      const done = carryOut(kind, requests[kind](turn), due)
      underWay.add(done)
      void done.finally(() => underWay.delete(done))
    }
  }
  const offsets = { api: 0, page: 7, fetch: 23, push: 41 }
  const warm = delay(warmUpSeconds * 1_000).then(processor)
  await Promise.all(sent.map(kind => sendKind(kind, offsets[kind])))
  await Promise.all(underWay)
  const after = processor()
  const before = await warm
  agent.destroy()
  const all = Object.values(taken).flat()
  return {
    waits: [waitsOf('all', all), ...sent.map(kind => waitsOf(kind, taken[kind]))],
    failures,
    mostAtOnce,
    pages: await pagesOf(origin),
    processor: {
      server: (after.server - before.server) / all.length,
      git: (after.git - before.git) / all.length,
      database: (after.database - before.database) / all.length,
      load: (after.load - before.load) / all.length,
    },
  }
}

function requestsOf(data: Dataset, material: Material, cookie: string): Record<Kind, (turn: number) => TrafficRequest> {
  const token = { 'private-token': data.token }
  const project = `/api/v4/projects/${data.projectId}`
  const iid = (turn: number) => 2 + ((turn * 37) % 4_000)
  const get = (path: string, holds = '"id"'): Call => ({ path, headers: token, holds })
  const send = (method: 'POST' | 'PUT', path: string, body: unknown): Call => ({
    method,
    path,
    headers: { ...token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    holds: '"id"',
  })
  const calls: readonly CallAt[] = [
    ...times(6, turn => get(`${project}/issues/${iid(turn)}`)),
    ...times(3, turn => get(`${project}/issues?state=opened&page=${1 + (turn % 4)}`)),
    ...times(3, () => get(project)),
    ...times(2, turn => get(`${project}/issues/${iid(turn)}/discussions`, '[')),
    ...times(2, turn => get(`${project}/issues/${iid(turn)}/notes`, '[')),
    () => get(`${project}/labels`),
    () => get(`${project}/milestones`),
    () => get(`${project}/repository/commits`),
    () => get(`${project}/repository/tree`),
    () => get(`${project}/repository/files/${encodeURIComponent(material.file)}/raw`, ''),
    () => get('/api/v4/user'),
    () => get('/api/v4/todos', '['),
    () => get(`${project}/issues?search=heddle`),
    turn =>
      send('POST', `${project}/issues/${iid(turn)}/notes`, { body: `The weft goes through, for the ${turn}th time.` }),
    turn =>
      turn % 4 === 0
        ? send('POST', `${project}/issues`, { title: `Thread ${turn} is loose`, labels: 'label 3' })
        : send('PUT', `${project}/issues/${iid(turn)}`, { due_date: '2030-01-01' }),
  ]
  const page = (path: string): Call => ({
    path: `/${data.fullPath}${path}`,
    headers: { cookie },
    holds: ' data-place=',
  })
  const pages: readonly CallAt[] = [
    ...times(4, turn => page(`/-/issues/${iid(turn)}`)),
    ...times(3, () => page('/-/issues')),
    () => page(''),
    () => page('/-/tree/main/src'),
    () => page(`/-/commit/${material.tip}`),
  ]
  const git = (service: string, body: Buffer, holds: string): Call => ({
    method: 'POST',
    path: `/${data.fullPath}.git/${service}`,
    headers: {
      authorization: `Basic ${Buffer.from(`oauth2:${data.token}`).toString('base64')}`,
      'content-type': `application/x-${service}-request`,
      'git-protocol': 'version=2',
    },
    body,
    holds,
  })
  const lines = (...payloads: readonly string[]) => Buffer.concat(payloads.map(payload => pkt(`${payload}\n`)))
  const delim = Buffer.from('0001')
  const fetch: TrafficRequest = [
    {
      path: `/${data.fullPath}.git/info/refs?service=git-upload-pack`,
      headers: {
        authorization: `Basic ${Buffer.from(`oauth2:${data.token}`).toString('base64')}`,
        'git-protocol': 'version=2',
      },
      holds: 'version 2',
    },
    git(
      'git-upload-pack',
      Buffer.concat([
        lines('command=ls-refs'),
        delim,
        lines('peel', 'symrefs', 'ref-prefix refs/heads/main'),
        flushPkt,
      ]),
      material.tip,
    ),
    git(
      'git-upload-pack',
      Buffer.concat([
        lines('command=fetch'),
        delim,
        lines('thin-pack', 'ofs-delta', `want ${material.tip}`, `have ${material.earlier}`, 'done'),
        flushPkt,
      ]),
      'packfile',
    ),
  ]
  const none = '0'.repeat(40)
  const push = (from: string, to: string, branch: string, pack: Buffer): TrafficRequest => [
    git(
      'git-receive-pack',
      Buffer.concat([pkt(`${from} ${to} refs/heads/${branch}\0report-status agent=bench`), flushPkt, pack]),
      'unpack ok',
    ),
  ]
  return {
    api: turn => [calls[(turn * 7) % calls.length]?.(turn) ?? get(project)],
    page: turn => [pages[(turn * 3) % pages.length]?.(turn) ?? page('')],
    fetch: () => fetch,
    // Branches come and go, so that an hour leaves no more of them than a minute.
    push: turn => {
      const at = turn % (2 * commitsToPush)
      const { id, pack } = material.commits[at % commitsToPush] ?? { id: none, pack: Buffer.alloc(0) }
      const branch = `traffic-${at % commitsToPush}`
      return at < commitsToPush ? push(none, id, branch, pack) : push(id, none, branch, Buffer.alloc(0))
    },
  }
}

/** A call that comes so many times in the mix. */
function times(count: number, call: CallAt): readonly CallAt[] {
  return Array.from({ length: count }, () => call)
}

/** Push a history to the project. @returns what fetches and pushes are made of */
function pushHistory(origin: string, { fullPath, token }: Dataset): Material {
  const folder = mkdtempSync(join(tmpdir(), 'weft-bench-'))
  try {
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=Bench', '-c', 'user.email=member1@bench.test', ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    execFileSync('git', ['init', '-q', '-b', 'main', folder])
    execFileSync('git', ['-C', folder, 'fast-import', '--quiet'], { input: history() })
    const url = new URL(`/${fullPath}.git`, origin)
    url.username = 'oauth2'
    url.password = token
    git('push', '-q', url.href, 'main')
    const tip = git('rev-parse', 'main')
    const tree = git('rev-parse', 'main^{tree}')
    const commits = Array.from({ length: commitsToPush }, (_, index) => {
      const id = git('commit-tree', '-p', tip, '-m', `Pushed ${index}`, tree)
      const list = join(folder, 'list')
      writeFileSync(list, `${id}\n^${tip}\n`)
      execFileSync('sh', ['-c', `git -C "${folder}" pack-objects --revs --stdout -q < "${list}" > "${list}.pack"`])
      return { id, pack: readFileSync(`${list}.pack`) }
    })
    return { tip, earlier: git('rev-parse', 'main~5'), commits, file: 'src/file-1.ts' }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A history in the words of git-fast-import(1): each commit writes two files anew. */
function history(): string {
  const words = Array.from({ length: commitsOfHistory }, (_, commit) => {
    const files = (commit === 0 ? Array.from({ length: filesOfHistory }, (_, file) => file) : [commit, commit * 3]).map(
      file => {
        const text = `export const thread = ${commit}\n`.repeat(40 + (file % 20))
        return `M 100644 inline src/file-${file % filesOfHistory}.ts\ndata ${text.length}\n${text}\n`
      },
    )
    const message = `Weave ${commit}`
    return `commit refs/heads/main\ncommitter Bench <member1@bench.test> ${1_700_000_000 + commit * 600} +0000\ndata ${message.length}\n${message}\n${files.join('')}\n`
  })
  return words.join('')
}

/** @returns the cookies of a session of the first member */
export async function signIn(origin: string, { login, password }: Dataset): Promise<string> {
  const session = await fetch(`${origin}/-/session`)
  const { csrf_token: csrfToken } = (await session.json()) as { readonly csrf_token: string }
  const cookies = cookiesOf(session)
  const answer = await fetch(`${origin}/-/sessions`, {
    method: 'POST',
    headers: { 'x-csrf-token': csrfToken, 'content-type': 'application/json', cookie: cookies },
    body: JSON.stringify({ login, password }),
  })
  if (answer.status !== 201) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`)
  return `${cookies}; ${cookiesOf(answer)}`
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')
}

/** @throws Error  another answer than the call should get */
function send(origin: string, agent: Agent, { method = 'GET', path, headers, body, holds = '' }: Call): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { method, agent, headers: { ...headers } }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const isRight = (answer.statusCode ?? 0) < 300 && bytes.includes(holds)
        if (isRight) resolve()
        else reject(new Error(`${method} ${routeOf(path)} answered ${answer.statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A path without its query, and with `:id` for numbers and commits. */
function routeOf(path: string): string {
  return path.replace(/\?.*/, '').replaceAll(/(?<=\/)(?:[0-9a-f]{40}|\d+)(?=\/|$)/g, ':id')
}

/** The pages that a server has sent since its start, by its own metrics. */
async function pagesOf(origin: string): Promise<TrafficResult['pages']> {
  const metrics = await (await fetch(`${origin}/-/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^weft_pages_${name} (\\d+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN)
  return { drawn: read('drawn'), undrawn: read('undrawn') }
}

function waitsOf(kind: Kind | 'all', taken: readonly number[]): Waits {
  const sorted = [...taken].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { kind, count: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) }
}
