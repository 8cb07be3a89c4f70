import autocannon from 'autocannon'

/** A request, and what its answer must hold so that an empty page is never counted. */
export interface Target {
  readonly path: string
  /** Further paths of the same kind, asked for in turns with it. */
  readonly others?: readonly string[]
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly status?: number
  readonly holds?: string
}

interface Rates {
  /** Requests a second with one connection, and with ten. */
  readonly one: number
  readonly ten: number
}

export interface Measured {
  readonly name: string
  readonly weft: Rates
  readonly bare: Rates
  /** Weft's rate to the floor's, at ten connections. */
  readonly ratio: number
}

type Placed = Target & { readonly origin: string }

/** Measure Weft and the floor in turns (A B A B), warmed up, and check the answers. @param seconds  a turn */
export async function measure(name: string, weft: Placed, bare: Placed, seconds: number): Promise<Measured> {
  for (const target of [weft, bare]) {
    await check(name, target)
    await load(target, 10, 1)
  }
  const rates = {
    weft: { one: [] as number[], ten: [] as number[] },
    bare: { one: [] as number[], ten: [] as number[] },
  }
  for (let turn = 0; turn < 2; turn += 1) {
    for (const [key, target] of [
      ['weft', weft],
      ['bare', bare],
    ] as const) {
      rates[key].one.push(await load(target, 1, seconds))
      rates[key].ten.push(await load(target, 10, seconds))
    }
  }
  const of = (key: 'weft' | 'bare'): Rates => ({ one: middle(rates[key].one), ten: middle(rates[key].ten) })
  const [measuredWeft, measuredBare] = [of('weft'), of('bare')]
  return { name, weft: measuredWeft, bare: measuredBare, ratio: measuredWeft.ten / measuredBare.ten }
}

/** What a call costs. */
export interface Cost {
  /** The median of its times. */
  readonly ms: number
  /** The mean time of the database, planning included. */
  readonly databaseMs: number
  /** Pages that the database looked at, on average. */
  readonly buffers: number
  readonly bytes: number
}

/** A statement gets its lasting plan at its sixth run on a connection. */
const warmUps = 8

/** The cost of a call, one call after another. @param times  calls that count */
export async function measureCost(name: string, target: Placed, times: number, work: DatabaseWork): Promise<Cost> {
  for (let turn = 0; turn < warmUps; turn += 1) await check(name, target)
  await work.reset()
  const taken: number[] = []
  let bytes = 0
  for (let turn = 0; turn < times; turn += 1) {
    const { text, ms } = await timed(name, target)
    taken.push(ms)
    bytes = text.length
  }
  const { ms, buffers } = await work.read()
  return {
    ms: taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0,
    databaseMs: ms / times,
    buffers: Math.round(buffers / times),
    bytes,
  }
}

/** The work of a database since the last reset. */
export interface DatabaseWork {
  reset(): Promise<void>
  read(): Promise<{ readonly ms: number; readonly buffers: number }>
}

/** The answer's text. @throws Error  another answer than the target should give */
export async function check(name: string, target: Placed): Promise<string> {
  return (await timed(name, target)).text
}

/** The same with the time until the text was there, in ms; the look at it is not counted. */
export async function timed(name: string, target: Placed): Promise<{ readonly text: string; readonly ms: number }> {
  const start = performance.now()
  const response = await fetch(target.origin + target.path, {
    method: target.method ?? 'GET',
    headers: target.headers,
    ...(target.body === undefined ? {} : { body: target.body }),
  })
  const text = await response.text()
  const ms = performance.now() - start
  if (response.status !== (target.status ?? 200))
    throw new Error(`${name}: answered ${response.status}: ${text.slice(0, 300)}`)
  if (
    target.holds !== undefined &&
    !text.replaceAll(/"\s*:\s*/g, '":').includes(target.holds.replaceAll(/"\s*:\s*/g, '":'))
  ) {
    throw new Error(`${name}: the answer does not hold ${target.holds}: ${text.slice(0, 300)}`)
  }
  return { text, ms }
}

async function load(target: Placed, connections: number, duration: number): Promise<number> {
  const result = await autocannon({
    url: target.origin,
    requests: [target.path, ...(target.others ?? [])].map(path => ({ path })),
    connections,
    duration,
    method: target.method ?? 'GET',
    headers: { ...target.headers },
    ...(target.body === undefined ? {} : { body: target.body }),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.path}: ${result.non2xx} refusals, ${result.errors} errors under load`)
  return result.requests.total / result.duration
}

const middle = (rates: readonly number[]): number => rates.reduce((sum, rate) => sum + rate, 0) / rates.length
