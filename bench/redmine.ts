import type { SeededCode } from './code.ts'
import type { Site } from './rivals.ts'
import type { Dataset } from './seed.ts'

/**
 * A Redmine that bench/redmine.rb has filled, and that its member reads.
 *
 * @param origin  where it listens
 * @param server  id of its process, if its processor time is to be measured. Its SQLite is a part of it
 */
export async function redmineSite(
  origin: string,
  server: number | null,
  { login, password, discussedIid }: Dataset,
  { change }: SeededCode,
  shortIssues: readonly number[],
): Promise<Site> {
  const [path = '', ...others] = shortIssues.map(iid => `/issues/${iid}`)
  return {
    name: 'Redmine',
    origin,
    cookie: await signIn(origin, login, password),
    ...(server !== null && { processes: { server, postmaster: null } }),
    pages: {
      'issue list': {
        path: '/projects/project/issues?sort=id',
        holds: 'Thread 1 breaks',
        marks: 'td.subject a[href*="/issues/"]',
        all: 50,
      },
      'short issue': { path, others, holds: 'breaks at the', marks: 'h2', all: 1 },
      '500 comments': { path: `/issues/${discussedIid}`, holds: 'selvedge', marks: '[id^="note-"]', all: 500 },
      'diff of 100 files': {
        path: `/projects/project/repository/1/diff?rev=${change}`,
        holds: 'changed',
        marks: 'table.filecontent',
        all: 100,
      },
    },
  }
}

async function signIn(origin: string, login: string, password: string): Promise<string> {
  const form = await fetch(`${origin}/login`)
  const token = /name="authenticity_token" value="([^"]*)"/.exec(await form.text())?.[1] ?? ''
  const answer = await fetch(`${origin}/login`, {
    method: 'POST',
    headers: { cookie: cookieOf(form) },
    body: new URLSearchParams({ authenticity_token: token, username: login, password }),
    redirect: 'manual',
  })
  if (answer.status !== 302) throw new Error(`Redmine answered ${answer.status}`)
  return cookieOf(answer)
}

const cookieOf = (answer: Response): string => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
