import { expect, test } from 'vitest'
import { createCommitStatus } from '#contract/code/commits/pipelines.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import type { Member } from '#test/world/world.ts'

async function asked() {
  const built = await codeWorld()
  const first = await built.commit({ 'a.txt': 'one\n', 'src/b.ts': 'two\n', 'bin.dat': Buffer.from([0, 1, 2]) })
  await built.commit({ 'c.txt': 'c\n' }, { branch: 'feature/x' })
  const read = async (who: Member | 'anon', selection: string) => {
    const { data, errors } = await askGraphql(
      built.as(who).ctx,
      `{ project(fullPath: "weft/loom") { repository { ${selection} } } }`,
    )
    return errors[0]?.message ?? data.project?.repository ?? null
  }
  const mutate = async (who: Member | 'anon', name: string, args: string, selection = '') => {
    const wanted = `mutation { ${name}(input: { projectPath: "weft/loom", ${args} }) { errors ${selection} } }`
    const { data, errors } = await askGraphql(built.as(who).ctx, wanted)
    return errors[0]?.message ?? data[name]
  }
  return { ...built, first, read, mutate }
}

test('PLATFORM-011 GraphQL: folders and files of a repository, with the last commit of a folder', async () => {
  const { read, first } = await asked()
  expect(
    await read(
      'rita',
      `tree { blobs { nodes { name mode type webPath } } trees { nodes { path } } lastCommit { sha } }
      deep: tree(recursive: true) { blobs { nodes { path } } } sub: tree(path: "src", ref: "feature/x") { lastCommit { sha } }
      none: tree(path: "nowhere") { blobs { nodes { path } } } out: tree(path: "../x") { lastCommit { sha } }
      blobs(paths: ["src/b.ts", "bin.dat", "none", "src"]) { nodes { path size rawTextBlob rawPath } }
      branchNames(searchPattern: "feature/*", limit: 5, offset: 0)`,
    ),
  ).toEqual({
    tree: {
      blobs: {
        nodes: ['a.txt', 'bin.dat'].map(name => ({
          name,
          mode: '100644',
          type: 'blob',
          webPath: `/weft/loom/-/blob/main/${name}`,
        })),
      },
      trees: { nodes: [{ path: 'src' }] },
      lastCommit: { sha: first },
    },
    deep: { blobs: { nodes: [{ path: 'a.txt' }, { path: 'bin.dat' }, { path: 'src/b.ts' }] } },
    sub: { lastCommit: { sha: first } },
    none: null,
    out: null,
    blobs: {
      nodes: [
        { path: 'src/b.ts', size: '4', rawTextBlob: 'two\n', rawPath: '/weft/loom/-/raw/main/src/b.ts' },
        { path: 'bin.dat', size: '3', rawTextBlob: null, rawPath: '/weft/loom/-/raw/main/bin.dat' },
      ],
    },
    branchNames: ['feature/x'],
  })
})

test('PERM-002 GraphQL: a guest of a private project reads no code and changes none', async () => {
  const { read, mutate } = await asked()
  const all =
    'tree { lastCommit { sha } } blobs(paths: ["a.txt"]) { nodes { path } } branchNames(searchPattern: "*", limit: 9, offset: 0)'
  expect(await read('gus', all)).toBeNull()
  expect(await read('nina', all)).toBeNull()
  const unavailable = expect.stringContaining("does not exist or you don't have permission")
  for (const who of ['rita', 'nina', 'anon'] as const) {
    expect(await mutate(who, 'createBranch', 'name: "new", ref: "main"')).toEqual(unavailable)
    expect(await mutate(who, 'commitCreate', 'branch: "main", message: "x", actions: []')).toEqual(unavailable)
    expect(await mutate(who, 'tagDelete', 'name: "v1"')).toEqual(unavailable)
  }
})

test('PLATFORM-011 GraphQL: branches, tags and commits are made and deleted as the rules of the project allow', async () => {
  const { mutate, first, as } = await asked()
  const action = (words: string) => `actions: [{ ${words} }]`
  expect(await mutate('dan', 'createBranch', 'name: "new", ref: "main"', 'branch { name commit { sha } }')).toEqual({
    errors: [],
    branch: { name: 'new', commit: { sha: first } },
  })
  expect(await mutate('dan', 'createBranch', 'name: "-x", ref: "main"', 'branch { name }')).toEqual({
    errors: ['Branch name is invalid'],
    branch: null,
  })
  const content = Buffer.from('new\n').toString('base64')
  const create = action(`action: CREATE, filePath: "d.txt", content: "${content}", encoding: BASE64`)
  expect(
    await mutate('dan', 'commitCreate', `branch: "new", message: "Add d", ${create}`, 'content commit { title }'),
  ).toEqual({ errors: [], content: [content], commit: { title: 'Add d' } })
  const again = await mutate('dan', 'commitCreate', `branch: "new", message: "Add d", ${create}`)
  expect(again.errors).toEqual(['A file with this name already exists'])
  expect(
    await mutate('dan', 'tagCreate', 'name: "v1", ref: "new", message: "One"', 'tag { name message commit { title } }'),
  ).toEqual({ errors: [], tag: { name: 'v1', message: 'One', commit: { title: 'Add d' } } })
  expect(await mutate('dan', 'tagDelete', 'name: "v1"', 'tag { name }')).toEqual({ errors: [], tag: null })
  expect(await mutate('dan', 'branchDelete', 'name: "new"')).toEqual({ errors: [] })
  await as('mina').call(protectBranch, { id: 'weft/loom', name: 'main', pushAccessLevel: 40 })
  const edit = action('action: UPDATE, filePath: "a.txt", content: "x"')
  expect(await mutate('dan', 'commitCreate', `branch: "main", message: "Edit", ${edit}`)).not.toHaveProperty(
    'errors',
    [],
  )
})

test('PLATFORM-011 GraphQL: a commit comes with the path of its pipeline once a status is reported for it', async () => {
  const { as } = await asked()
  // The same files, message, person and time make the same commit: the time is that of the context.
  const { ctx } = as('dan')
  const create = async (branch: string) => {
    const input = `projectPath: "weft/loom", branch: "${branch}", startBranch: "main", message: "Edit",
      actions: [{ action: UPDATE, filePath: "a.txt", content: "x" }]`
    const { data } = await askGraphql(
      ctx,
      `mutation { commitCreate(input: { ${input} }) { errors commit { sha } commitPipelinePath } }`,
    )
    return data.commitCreate
  }
  const { commit, ...none } = await create('one')
  expect(none).toEqual({ errors: [], commitPipelinePath: null })
  const { pipelineId } = await as('dan').call(createCommitStatus, {
    id: 'weft/loom',
    sha: commit.sha,
    state: 'success',
  })
  expect(await create('two')).toEqual({
    errors: [],
    commit,
    commitPipelinePath: `/weft/loom/-/pipelines/${pipelineId}`,
  })
})

test('PLATFORM-011 GraphQL: the languages of a repository are shown to those who can read its code', async () => {
  const { as } = await asked()
  const languages = async (who: Member | 'anon') =>
    (await askGraphql(as(who).ctx, '{ project(fullPath: "weft/loom") { languages { name share } } }')).data.project
      ?.languages
  expect(await languages('rita')).toEqual([{ name: 'TypeScript', share: 100 }])
  expect(await languages('gus')).toBeNull()
})
