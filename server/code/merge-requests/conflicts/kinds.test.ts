import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { getConflicts, resolveConflicts } from '#contract/code/merge-requests/merge-request-conflicts.ts'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { codeWorld } from '#test/world/code.ts'

/** The content of files by path, below a folder of their own for each case: as text, or with a mode. */
type Files = Readonly<Record<string, string | readonly [mode: '100755' | '120000' | '160000', content: string]>>

interface Case {
  readonly base: Files
  readonly source: Files
  readonly target: Files
  /** The files in conflict, as they are shown. */
  readonly shown: Readonly<Record<string, object>>
  /** The remaining files if the version of the source, or of the target, is chosen for each. */
  readonly bySource: Files
  readonly byTarget: Files
}

/** Long enough for git to see renames, and like no other file. */
const long = (word: string) => Array.from({ length: 40 }, (_, index) => `${word} ${index}\n`).join('')
const [oldCommit, ourCommit, theirCommit] = ['1', '2', '3'].map(digit => digit.repeat(40)) as [string, string, string]

const cases: Readonly<Record<string, Case>> = {
  'rename-rename': {
    base: { 'a.txt': long('lint') },
    source: { 'left.txt': `ours\n${long('lint')}` },
    target: { 'right.txt': `${long('lint')}theirs\n` },
    shown: {
      'left.txt': { reason: 'rename-rename', origin: 'nothing', relatedPaths: ['a.txt', 'right.txt'] },
      'right.txt': { reason: 'rename-rename', head: 'nothing', relatedPaths: ['a.txt', 'left.txt'] },
    },
    bySource: { 'left.txt': `ours\n${long('lint')}theirs\n` },
    byTarget: { 'right.txt': `ours\n${long('lint')}theirs\n` },
  },
  'rename-rename-lines': {
    base: { 'a.txt': long('hemp') },
    source: { 'left.txt': `ours\n${long('hemp')}` },
    target: { 'right.txt': `theirs\n${long('hemp')}` },
    shown: { 'left.txt': { reason: 'rename-rename', type: 'text' }, 'right.txt': { type: 'text' } },
    bySource: { 'left.txt': `ours\n${long('hemp')}` },
    byTarget: { 'right.txt': `theirs\n${long('hemp')}` },
  },
  'rename-delete': {
    base: { 'a.txt': long('jute'), 'z.txt': 'z' },
    source: { 'b.txt': long('jute'), 'z.txt': 'z' },
    target: { 'z.txt': 'z' },
    shown: { 'b.txt': { reason: 'rename-delete', head: 'file', origin: 'nothing', relatedPaths: ['a.txt'] } },
    bySource: { 'b.txt': long('jute'), 'z.txt': 'z' },
    byTarget: { 'z.txt': 'z' },
  },
  location: {
    base: { 'd/a.txt': long('silk'), 'd/b.txt': long('wool') },
    source: { 'e/a.txt': long('silk'), 'e/b.txt': long('wool') },
    target: { 'd/a.txt': long('silk'), 'd/b.txt': long('wool'), 'd/new.txt': 'new in d\n' },
    shown: { 'e/new.txt': { reason: 'location', head: 'nothing', relatedPaths: ['d/new.txt'] } },
    bySource: { 'e/a.txt': long('silk'), 'e/b.txt': long('wool') },
    byTarget: { 'e/a.txt': long('silk'), 'e/b.txt': long('wool'), 'e/new.txt': 'new in d\n' },
  },
  folder: {
    base: { 'z.txt': 'z' },
    source: { 'z.txt': 'z', a: 'a file\n' },
    target: { 'z.txt': 'z', 'a/b.txt': 'in a folder\n' },
    shown: { a: { reason: 'folder', head: 'file', origin: 'folder' } },
    bySource: { 'z.txt': 'z', a: 'a file\n' },
    byTarget: { 'z.txt': 'z', 'a/b.txt': 'in a folder\n' },
  },
  types: {
    base: { a: 'was a file\n' },
    source: { a: ['120000', 'elsewhere'] },
    target: { a: 'is a file\n' },
    shown: { a: { reason: 'types', head: 'link', headDetail: 'elsewhere', origin: 'file' } },
    bySource: { a: ['120000', 'elsewhere'] },
    byTarget: { a: 'is a file\n' },
  },
  link: {
    base: { a: ['120000', 'old'] },
    source: { a: ['120000', 'ours'] },
    target: { a: ['120000', 'theirs'] },
    shown: { a: { reason: 'link', headDetail: 'ours', originDetail: 'theirs' } },
    bySource: { a: ['120000', 'ours'] },
    byTarget: { a: ['120000', 'theirs'] },
  },
  submodule: {
    base: { sub: ['160000', oldCommit] },
    source: { sub: ['160000', ourCommit] },
    target: { sub: ['160000', theirCommit] },
    shown: { sub: { reason: 'submodule', headDetail: '22222222', originDetail: '33333333' } },
    bySource: { sub: ['160000', ourCommit] },
    byTarget: { sub: ['160000', theirCommit] },
  },
  mode: {
    base: { 'z.txt': 'z' },
    source: { 'z.txt': 'z', 'run.sh': ['100755', 'echo\n'] },
    target: { 'z.txt': 'z', 'run.sh': 'echo\n' },
    shown: { 'run.sh': { reason: 'mode', head: 'executable', origin: 'file' } },
    bySource: { 'z.txt': 'z', 'run.sh': ['100755', 'echo\n'] },
    byTarget: { 'z.txt': 'z', 'run.sh': 'echo\n' },
  },
  'mode-and-lines': {
    base: { 'z.txt': 'z' },
    source: { 'z.txt': 'z', 'run.sh': ['100755', 'echo ours\n'] },
    target: { 'z.txt': 'z', 'run.sh': 'echo theirs\n' },
    shown: { 'run.sh': { reason: null, type: 'text', remarks: ['mode'], executable: true } },
    bySource: { 'z.txt': 'z', 'run.sh': ['100755', 'echo ours\n'] },
    byTarget: { 'z.txt': 'z', 'run.sh': 'echo theirs\n' },
  },
  'line-ends': {
    base: { 'a.txt': '1\n2\n' },
    source: { 'a.txt': '1\r\n2\r\n' },
    target: { 'a.txt': '1\nzwei\n' },
    shown: { 'a.txt': { reason: null, type: 'text', remarks: ['line-ends'] } },
    bySource: { 'a.txt': '1\r\n2\r\n' },
    byTarget: { 'a.txt': '1\nzwei\n' },
  },
  'utf-16': {
    base: { 'a.txt': 'a\0\n\0' },
    source: { 'a.txt': 'b\0\n\0' },
    target: { 'a.txt': 'c\0\n\0' },
    shown: { 'a.txt': { reason: 'binary', type: 'side', canEdit: false } },
    bySource: { 'a.txt': 'b\0\n\0' },
    byTarget: { 'a.txt': 'c\0\n\0' },
  },
}

/** All files of one side of all cases, with the folder of the case before their paths. */
const together = (of: (each: Case) => Files): Files =>
  Object.fromEntries(
    Object.entries(cases).flatMap(([folder, each]) =>
      Object.entries(of(each)).map(([path, file]) => [`${folder}/${path}`, file]),
    ),
  )

/** A commit in the language of git-fast-import(1). */
function commitOf(branch: string, mark: number, files: Files, from?: number): readonly (string | Buffer)[] {
  const start = `commit refs/heads/${branch}\nmark :${mark}\ncommitter Ann <ann@weft.test> ${mark} +0000\ndata 0\n`
  return [
    start,
    from === undefined ? '' : `from :${from}\n`,
    'deleteall\n',
    ...Object.entries(files).flatMap(([path, file]) => {
      const [mode, content] = typeof file === 'string' ? ['100644', file] : file
      const bytes = Buffer.from(content)
      return mode === '160000'
        ? [`M 160000 ${content} ${path}\n`]
        : [`M ${mode} inline ${path}\ndata ${bytes.length}\n`, bytes, '\n']
    }),
    '\n',
  ]
}

/** A merge request whose branches conflict in each of the cases. */
async function conflicting() {
  const { as, commit, dir, project } = await codeWorld()
  // The first commit creates the repository.
  await commit({ 'first.txt': 'first' })
  const git = (args: readonly string[], input?: Buffer) =>
    execFileSync('git', ['-C', dir, ...args], { input }).toString()
  const history = [
    ...commitOf(
      'main',
      1,
      together(each => each.base),
    ),
    ...commitOf(
      'feature',
      2,
      together(each => each.source),
      1,
    ),
    ...commitOf(
      'main',
      3,
      together(each => each.target),
      1,
    ),
  ]
  git(['fast-import', '--quiet', '--force'], Buffer.concat(history.map(part => Buffer.from(part))))
  const branches = { sourceBranch: 'feature', targetBranch: 'main', title: 'All at odds' }
  const { iid } = await as('dan').call(createMergeRequest, { id: project.id, ...branches })
  const at = { namespace: project.fullPath, iid }
  const { files } = await as('dan').call(getConflicts, at)
  return {
    files,
    choose: (choice: 'head' | 'origin') =>
      as('dan').call(resolveConflicts, {
        ...at,
        commitMessage: 'Merge main',
        files: files.map(({ newPath }) => ({ newPath, choice })),
      }),
    branch: () => {
      const entries = git(['ls-tree', '-r', '-z', 'feature'])
        .split('\0')
        .filter(line => line !== '')
        .map(line => line.split(/[ \t]/) as [mode: string, type: string, id: string, path: string])
      const blobs = entries.filter(([, type]) => type === 'blob').map(([, , id]) => id)
      const output = git(['cat-file', '--batch'], Buffer.from(`${blobs.join('\n')}\n`))
      const contents = new Map<string, string>()
      for (let at = 0; at < output.length; ) {
        const end = output.indexOf('\n', at)
        const [id = '', , size] = output.slice(at, end).split(' ')
        contents.set(id, output.slice(end + 1, end + 1 + Number(size)))
        at = end + 2 + Number(size)
      }
      return Object.fromEntries(
        entries.map(([mode, , id, path]) => {
          const content = contents.get(id) ?? id
          return [path, mode === '100644' ? content : [mode, content]]
        }),
      )
    },
  }
}

test('MR-013 each kind of conflict is shown with its reason, its other paths and the entries of both branches', async () => {
  const { files } = await conflicting()
  const wanted = Object.entries(cases).flatMap(([folder, { shown }]) =>
    Object.entries(shown).map(([path, file]): [string, object] => [`${folder}/${path}`, file]),
  )
  expect(files.map(file => file.newPath).toSorted()).toEqual(wanted.map(([path]) => path).toSorted())
  for (const [path, { relatedPaths, ...file }] of wanted as [string, { relatedPaths?: readonly string[] }][]) {
    const shown = files.find(each => each.newPath === path)
    expect(shown).toMatchObject(file)
    if (relatedPaths !== undefined)
      expect(shown?.relatedPaths).toEqual(relatedPaths.map(each => `${path.split('/')[0]}/${each}`))
  }
})

test.each(['head', 'origin'] as const)(
  'MR-013 choosing the version of one branch resolves each kind of conflict: %s',
  async choice => {
    const { choose, branch } = await conflicting()
    await choose(choice)
    expect(branch()).toEqual(together(each => (choice === 'head' ? each.bySource : each.byTarget)))
  },
)
