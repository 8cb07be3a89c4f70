import { check } from './measure.ts'
import { type ProcessorTimes, processorTimes } from './processor.ts'
import { type PageKind, type Site, type SitePage, targetOf } from './rivals.ts'

/** How many documents a site sends, with what each asks for before all of its page is there. */
export interface DocumentRates {
  readonly site: string
  /** Documents a second with one connection, and with ten. */
  readonly one: number
  readonly ten: number
  /** Processor time for a document under ten connections, in ms. */
  readonly server: number
  readonly database: number
}

const kinds: readonly PageKind[] = ['issue list', 'short issue', '500 comments']
const turns = 2

/** Load the sites in turns. @param seconds  a turn */
export async function* measureDocuments(
  sites: readonly Site[],
  { seconds, only = '' }: { readonly seconds: number; readonly only?: string | undefined },
): AsyncGenerator<{ readonly kind: PageKind; readonly rates: readonly DocumentRates[] }> {
  for (const kind of kinds.filter(kind => kind.includes(only))) {
    const loaded = sites.flatMap(site => {
      const page = site.pages[kind]
      return page === undefined ? [] : [{ site, page, one: [] as Held[], ten: [] as Held[] }]
    })
    for (const { site, page } of loaded) await hold(site, page, 10, 1)
    for (let turn = 0; turn < turns; turn += 1)
      for (const { site, page, one, ten } of loaded) {
        one.push(await hold(site, page, 1, seconds))
        ten.push(await hold(site, page, 10, seconds))
      }
    yield {
      kind,
      rates: loaded.map(({ site, one, ten }) => ({
        site: site.name,
        one: mean(one.map(({ rate }) => rate)),
        ten: mean(ten.map(({ rate }) => rate)),
        server: mean(ten.map(({ server }) => server)),
        database: mean(ten.map(({ database }) => database)),
      })),
    }
  }
}

interface Held {
  /** Documents a second. */
  readonly rate: number
  /** Processor time for a document, in ms. */
  readonly server: number
  readonly database: number
}

/** Ask for a page and what follows it over several connections, and look at each answer. */
async function hold(site: Site, page: SitePage, connections: number, seconds: number): Promise<Held> {
  const target = targetOf(site, page)
  const paths = [page.path, ...(page.others ?? [])]
  const before = workOf(site)
  const startMs = performance.now()
  const endMs = startMs + seconds * 1_000
  let documents = 0
  let next = 0
  const ask = async () => {
    while (performance.now() < endMs) {
      const path = paths[next % paths.length] ?? ''
      next += 1
      await check(site.name, { ...target, path })
      if (page.followedBy !== undefined) await check(site.name, { ...target, path: page.followedBy })
      documents += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, ask))
  const takenMs = performance.now() - startMs
  const after = workOf(site)
  return {
    rate: (documents / takenMs) * 1_000,
    server: (after.server + after.git - before.server - before.git) / documents,
    database: (after.database - before.database) / documents,
  }
}

const nothing: ProcessorTimes = { server: 0, git: 0, database: 0, load: 0 }
const workOf = ({ processes }: Site): ProcessorTimes =>
  processes === undefined ? nothing : processorTimes(processes.server, processes.postmaster)

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
