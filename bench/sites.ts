import { findPort } from '../tools/port.ts'
import type { SeededCode } from './code.ts'
import { fossilSite, hasFossil } from './fossil.ts'
import { postmasterOf } from './processor.ts'
import { redmineSite } from './redmine.ts'
import type { Site, SitePage, StartedSite } from './rivals.ts'
import type { Dataset } from './seed.ts'
import { type Started, startModule } from './start.ts'
import { signIn } from './traffic.ts'

const rows = 50
const comments = 500
const files = 100
const firstFiles = 20
/** Short issues that are read in turns. */
const shortIssues = Array.from({ length: 100 }, (_, index) => 100 + index)

/** A running Weft, and what it shows. */
export interface Shown {
  readonly weft: Started
  readonly origin: string
  readonly connectionString: string
  readonly data: Dataset
  readonly code: SeededCode
  /** Of the merge request of 100 files. */
  readonly iid: number
}

/** Start what is compared with Weft. @param folder  for its data */
export async function startSites(
  { weft, origin, connectionString, data, code, iid }: Shown,
  folder: string,
): Promise<{ readonly sites: readonly Site[]; readonly stop: () => void }> {
  const own = await weftSite(weft, origin, connectionString, data, iid)
  const bare = await bareSite(connectionString, data, code)
  const fossil = hasFossil() ? [await fossilSite(folder, connectionString, data, code, shortIssues)] : []
  const { REDMINE_URL: redmineUrl, REDMINE_PID: redminePid } = process.env
  const redmine =
    redmineUrl === undefined
      ? []
      : [await redmineSite(redmineUrl, redminePid === undefined ? null : Number(redminePid), data, code, shortIssues)]
  return {
    sites: [bare.site, own, ...fossil.map(({ site }) => site), ...redmine],
    stop() {
      for (const started of [bare, ...fossil]) started.stop()
    },
  }
}

/** @param iid  of the merge request of 100 files */
async function weftSite(
  { pid }: Started,
  origin: string,
  connectionString: string,
  data: Dataset,
  iid: number,
): Promise<Site> {
  const at = `/${data.fullPath}/-`
  const issue = (iid: number) => `${at}/issues/${iid}`
  return {
    name: 'Weft',
    origin,
    cookie: await signIn(origin, data),
    processes: { server: pid, postmaster: await postmasterOf(connectionString) },
    pages: {
      'issue list': {
        path: `${at}/issues`,
        holds: 'Thread 1 breaks',
        marks: 'main a[href*="/-/issues/"]:not([href$="/new"])',
        all: rows,
      },
      'short issue': shortIssue(issue),
      '500 comments': {
        path: issue(data.discussedIid),
        followedBy: `${issue(data.discussedIid)}/rest.html`,
        holds: 'selvedge',
        marks: '[id^="note_"]',
        all: comments,
      },
      'diff of 100 files': {
        path: `${at}/merge_requests/${iid}/diffs`,
        holds: 'Change many files',
        marks: 'section[id^="diff-content-"]',
        // Further files are drawn when they are scrolled to.
        all: firstFiles,
      },
    },
  }
}

/** @param code  the repository with the branch `change` */
async function bareSite(connectionString: string, data: Dataset, code: SeededCode): Promise<StartedSite> {
  const port = await findPort('127.0.0.1', 0)
  const { pid, stop } = await startModule('bench/bare/server.ts', {
    DATABASE_URL: connectionString,
    PORT: String(port),
    PROJECT_ID: String(data.projectId),
    REPOSITORY: code.dir,
  })
  const issue = (iid: number) => `/issue.html?iid=${iid}`
  const pages: Site['pages'] = {
    'issue list': { path: '/list.html', holds: 'Thread 1 breaks', marks: 'a[href*="/-/issues/"]', all: rows },
    'short issue': shortIssue(issue),
    '500 comments': { path: issue(data.discussedIid), holds: 'selvedge', marks: '[id^="note_"]', all: comments },
    'diff of 100 files': { path: '/diff.html', holds: 'changed', marks: '[id^="file-"]', all: files },
  }
  const processes = { server: pid, postmaster: await postmasterOf(connectionString) }
  return { site: { name: 'bare', origin: `http://127.0.0.1:${port}`, cookie: '', pages, processes }, stop }
}

/** @param pathOf  the address of the issue with this number */
function shortIssue(pathOf: (iid: number) => string): SitePage {
  const [path = '', ...others] = shortIssues.map(pathOf)
  return { path, others, holds: 'breaks at the', marks: 'h1', all: 1 }
}
