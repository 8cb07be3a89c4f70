import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const server = resolve(import.meta.dirname, '../../server')

/**
 * Collections that live as long as the process and are no `ByteCache`: where, by which name, and what bounds them. One that
 * grows with requests belongs into a `ByteCache`.
 */
const reviewed: Readonly<Record<string, string>> = {
  'deploy/feature-flags/serving/served-flags.ts #first':
    'readings under way, one per token or environment that is asked for',
  'code/diffs/generated.ts lockFiles': 'a table in the code',
  'code/repository/files/language.ts byEnding': 'a table in the code',
  'code/repository/files/languages.ts running': 'what is being counted now: each ends',
  'code/repository/move-branch.ts turns': 'the branches that are written now: each ends',
  'code/repository/push/journal.ts ownLocks': 'one data folder',
  'code/repository/push/journal.ts underWay': 'the pushes that are under way: each ends',
  'code/repository/pages/tree.ts searches': 'what is being searched now: each ends',
  'discuss/help/show.ts rendered': 'the topics of the help, a list in the code',
  'discuss/references/reference-kind.ts bases': 'one setting',
  'feeds/todos/follow.ts seenBy': 'a table in the code',
  'feeds/webhooks/turns.ts active': 'the webhooks with a turn: the entries of `waiting` and `running`',
  'feeds/webhooks/turns.ts running': 'the requests that are made now: each ends',
  'feeds/webhooks/turns.ts waiting': 'so many requests wait for their turn at most',
  'foundation/geo/replica/copying.ts #compared': 'the projects with events of the last half minute',
  'foundation/geo/replica/copying.ts #handled': 'the copies of the last five minutes',
  'foundation/geo/replica/copying.ts #running': 'the copies under way: each ends',
  'foundation/geo/replica/reports.ts #copies': 'the items to report: copying waits when there are a thousand',
  'foundation/namespaces/reserved-paths.ts innerSegments': 'a table in the code',
  'foundation/namespaces/reserved-paths.ts ownSegments': 'a table in the code',
  'foundation/passwords/checked-passwords.ts checking': 'what is being checked now: each ends',
  'foundation/tokens/create.ts administrativeScopes': 'a table in the code',
  'foundation/passwords/password.ts common': 'a table in the code',
  'graphql/same-fields.ts sources': 'one entry for each type of the schema that has the fields of another',
  'monitor/alerts/receive/payload.ts genericKeys': 'a table in the code',
  'monitor/alerts/receive/payload.ts recoveryWords': 'a table in the code',
  'plan/lists/list.ts usualSizes': 'a table in the code',
  'plan/status-page/hosts.ts #paths': 'so many host names at most',
  'plan/status-page/copies.ts #underWay': 'the pages that are made now: each ends',
  'platform/caches/byte-cache.ts #entries': 'held to bytes by the class itself',
  'platform/caches/byte-cache.ts caches': 'one entry for each name in the code',
  'platform/git/commits/changed-files.ts underWay': 'the diffs that are read now: each ends',
  'platform/git/cat-file.ts readers': 'at most so many processes',
  'platform/git/processes/spawner.ts #expected': 'what is being started now: each starts or fails',
  'platform/git/processes/spawner.ts #running': 'what runs now, and the lanes of git are bounded',
  'platform/git/refs/ref-name.ts reserved': 'a table in the code',
  'platform/git/shared-output.ts #readers': 'those who read now: each ends, or is cut off when it stalls',
  'platform/git/shared-output.ts outputs': 'held to bytes on disk, and so to a number of open files, by `makeRoom`',
  'platform/git/transport/fetches.ts underWay': 'what git packs now: each ends',
  'platform/licenses/licenses.ts filledIn': 'a table in the code',
  'platform/licenses/recognize.ts known': 'the licenses that are offered, a table in the code',
  'platform/limits/port-sockets.ts #byNetwork': 'one entry at most for each open socket of a port, which are limited',
  'platform/limits/port-sockets.ts #held': 'the open sockets of a port, which are limited',
  'platform/limits/requester.ts #listeners': 'places that are waited for: each is given or given up',
  'platform/mail/mail-words.ts kindsByWord': 'a table in the code',
  'platform/mail/send.ts transports': 'one setting',
  'platform/markdown/references.ts compiled': 'the patterns of reference kinds, which stand in the code',
  'platform/postgres/lock.ts held': 'the folders of this process',
  'platform/sql/connection.ts hostsOfString': 'one setting',
  'platform/sql/connection.ts #reported': 'the few parameters that PostgreSQL reports',
  'platform/sql/shape.ts columnsByText': 'the columns that the code names',
  'platform/sql/database.ts parsers': 'a table in the code',
  'platform/sql/database.ts #names': 'bounded by characters: a name stands for its text for ever',
  'transfer/jira/jira-csv.ts doneWords': 'a table in the code',
  'transfer/jira/jira-csv.ts readColumns': 'a table in the code',
  'transport/pages/answering-thread.ts #waiting': 'so many questions wait for the thread at most',
  'transport/pages/kept-documents.ts underWay': 'the documents that are made now: each ends',
  'transport/feature-flags/streams.ts #due': 'some of the streams that are open',
  'transport/feature-flags/streams.ts #open': 'so many streams are open at most',
  'transport/live/presence.ts #listeners': 'one for each door',
  'transport/live/presence.ts #seen': 'twenty topics for each open socket, and sockets are bounded',
  'platform/text/decode.ts truths': 'a table in the code',
  'transport/session/connections.ts #all': 'the sockets that are open, and sockets are bounded',
  'transport/session/connections.ts #byUser': 'the sockets that are open, and sockets are bounded',
  'transport/session/connections.ts #due': 'the sockets that are open, and sockets are bounded',
}

/** A collection made at the outer level of a file or kept by an object, whose type lets it grow. */
const collection =
  /^(?:export )?(?:const|let) (\w+)\b(?!: Readonly)[^=\n]*= new (?:Map|Set)\b|^ {2}(?:static |readonly )*(#\w+)[^=(\n]*= new (?:Map|Set)\b/gm

const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !/\.test\.ts$|\/test-|\.gen\.ts$/.test(file))
  .map(file => ({ file, text: readFileSync(join(server, file), 'utf8') }))

const found = sources.flatMap(({ file, text }) =>
  [...text.matchAll(collection)].map(match => `${file} ${match[1] ?? match[2]}`),
)

test('whatever lives as long as the process is held to bytes, or was looked at', () => {
  expect(found.filter(each => !(each in reviewed))).toEqual([])
})

test('a used entry is still there', () => {
  expect(Object.keys(reviewed).filter(each => !found.includes(each))).toEqual([])
})

test('all caches together leave a server of half a gigabyte room to work', () => {
  const made = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/new ByteCache\b[^(]*\(\{(.*?)\n? *\}\)/gs)].map(match => ({ file, options: match[1] ?? '' })),
  )
  expect(made.length).toBeGreaterThan(30)
  const sizes = made.map(({ file, options }) => {
    const product = /\bmaxBytes: ([\d.]+(?: \* [\d.]+)*)(?=,|\n)/.exec(options)?.[1]
    expect(product, `${file} writes its limit as a product of numbers`).toBeDefined()
    return (product ?? '').split(' * ').reduce((bytes, factor) => bytes * Number(factor), 1)
  })
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(192 * 1024 * 1024)
})
