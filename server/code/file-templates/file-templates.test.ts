import { expect, test } from 'vitest'
import {
  getFileTemplate,
  getLicense,
  listFileTemplates,
  listLicenses,
  newFilePage,
} from '#contract/code/files/file-templates.ts'
import { addFile } from '#contract/code/files/files.ts'
import { getTemplate, listTemplates } from '#contract/code/templates.ts'
import { getProject, updateProject } from '#contract/foundation/projects.ts'
import { codeWorld } from '#test/world/code.ts'
import { world } from '#test/world/world.ts'

test('PLATFORM-011 license templates come with their facts, and with year and name in their text', async () => {
  const { as } = await world()
  const all = await as('anon').call(listLicenses, {})
  expect(all.map(each => each.key).sort()).toEqual([
    'agpl-3.0',
    'apache-2.0',
    'bsd-2-clause',
    'bsd-3-clause',
    'bsl-1.0',
    'cc0-1.0',
    'epl-2.0',
    'gpl-2.0',
    'gpl-3.0',
    'lgpl-2.1',
    'mit',
    'mpl-2.0',
    'unlicense',
  ])
  const popular = await as('anon').call(listLicenses, { popular: true })
  expect(popular.map(each => each.key)).toEqual(['mit', 'apache-2.0', 'gpl-3.0'])
  const mit = await as('anon').call(getLicense, { key: 'MIT', project: 'Loom', fullname: 'Ada Weaver' })
  expect(mit).toMatchObject({
    key: 'mit',
    name: 'MIT License',
    nickname: null,
    popular: true,
    conditions: ['include-copyright'],
    limitations: ['liability', 'warranty'],
    htmlUrl: 'https://choosealicense.com/licenses/mit/',
  })
  expect(mit.content).toContain(`Copyright (c) ${new Date().getFullYear()} Ada Weaver`)
  await expect(as('anon').call(getLicense, { key: 'wtfpl' })).rejects.toMatchObject({ kind: 'not_found' })
})

test('PLATFORM-011 gitignore templates are listed by page, and other kinds are an empty list', async () => {
  const { as } = await world()
  const first = await as('anon').reply(listFileTemplates, { type: 'gitignores', perPage: 5 })
  expect(first.headers).toMatchObject({ 'x-per-page': '5', 'x-next-page': '2' })
  const found = await as('anon').call(getFileTemplate, { type: 'gitignores', key: 'C++' })
  expect(found).toMatchObject({ name: 'C++', content: expect.stringContaining('*.o') })
  for (const type of ['dockerfiles', 'gitlab_ci_ymls'] as const) {
    expect(await as('anon').call(listFileTemplates, { type })).toEqual([])
    expect((await as('anon').reply(getFileTemplate, { type, key: 'Node' })).status).toBe(404)
  }
  expect((await as('anon').reply(getFileTemplate, { type: 'gitignores', key: 'constructor' })).status).toBe(404)
})

test('PLATFORM-011 the templates of files are those of every project, for who may see it', async () => {
  const { as, project } = await world()
  const id = project.id
  expect(await as('gus').call(listTemplates, { id, type: 'licenses' })).toContainEqual({
    key: 'mit',
    name: 'MIT License',
  })
  const asked = { id, type: 'licenses', name: 'bsd-2-clause', fullname: 'Ada Weaver' } as const
  expect(await as('gus').call(getTemplate, asked)).toMatchObject({
    key: 'bsd-2-clause',
    content: expect.stringContaining('Ada Weaver'),
  })
  expect(await as('gus').call(getTemplate, { id, type: 'gitignores', name: 'Node' })).toMatchObject({ name: 'Node' })
  expect(await as('gus').call(listTemplates, { id, type: 'dockerfiles' })).toEqual([])
  expect((await as('nina').reply(listTemplates, { id, type: 'licenses' })).status).toBe(404)
  await as('olga').call(updateProject, { id, issuesAccessLevel: 'disabled' })
  expect((await as('gus').reply(listTemplates, { id, type: 'issues' })).status).toBe(404)
  expect((await as('gus').reply(listTemplates, { id, type: 'licenses' })).status).toBe(200)
})

test('the page of a new file knows the ref and the folder of its address', async () => {
  const { as, project, commit } = await codeWorld()
  const namespace = project.fullPath
  const at = (path?: string) => as('dan').call(newFilePage, { namespace, ...(path === undefined ? {} : { path }) })
  expect(await at('main/docs/a.md')).toMatchObject({ ref: null, proposedPath: 'docs/a.md', place: { canPush: true } })
  await commit({ 'docs/a.md': 'A\n' })
  await commit({ 'b.md': 'B\n' }, { branch: 'feature/b' })
  expect(await at()).toMatchObject({ ref: { name: 'main' }, proposedPath: '' })
  expect(await at('main/docs')).toMatchObject({ ref: { name: 'main' }, proposedPath: 'docs/' })
  expect(await at('feature/b/LICENSE')).toMatchObject({ ref: { name: 'feature/b' }, proposedPath: 'LICENSE' })
  await expect(at('nowhere/a.md')).rejects.toMatchObject({ kind: 'not_found' })
  expect(await as('rita').call(newFilePage, { namespace })).toMatchObject({ place: { canPush: false } })
  await expect(as('gus').call(newFilePage, { namespace })).rejects.toMatchObject({ kind: 'forbidden' })
  await expect(as('nina').call(newFilePage, { namespace })).rejects.toMatchObject({ kind: 'not_found' })
})

test('PLATFORM-011 the license of a project is known by the file in its repository', async () => {
  const { as, project, deliver } = await codeWorld()
  const id = project.id
  const license = async () => {
    const { license, licenseUrl } = await as('rita').call(getProject, { id, license: true })
    return { license, licenseUrl }
  }
  expect(await license()).toEqual({ license: null, licenseUrl: null })
  expect(await as('rita').call(getProject, { id })).not.toHaveProperty('license')
  const { content } = await as('dan').call(getLicense, { key: 'mit', fullname: 'Ada' })
  const commit = { id, branch: 'main', commitMessage: 'Choose a license' }
  await as('dan').call(addFile, { ...commit, filePath: 'LICENSE', content })
  await deliver()
  expect(await license()).toEqual({
    license: {
      key: 'mit',
      name: 'MIT License',
      nickname: null,
      htmlUrl: 'https://choosealicense.com/licenses/mit/',
      sourceUrl: 'https://opensource.org/license/mit',
    },
    licenseUrl: `http://weft.test/${project.fullPath}/-/blob/main/LICENSE`,
  })
})
