import { expect, test } from 'vitest'
import { getPageTemplate, getTemplate, listPageTemplates, listTemplates } from '#contract/code/templates.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'

async function templatesWorld() {
  const built = await codeWorld()
  await built.commit({
    '.gitlab/issue_templates/Bug.md': '## What happens\n',
    '.gitlab/issue_templates/A feature.md': '## What for\n',
    '.gitlab/issue_templates/notes.txt': 'no template',
    '.gitlab/issue_templates/deep/Other.md': 'too deep',
    '.gitlab/merge_request_templates/Change.md': 'What changes\n',
  })
  return built
}

test('EDIT-026 the names of the description templates are the .md files of their folder', async () => {
  const { as, project } = await templatesWorld()
  const namespace = project.fullPath
  const names = await as('gus').call(listPageTemplates, { namespace, templateType: 'issue' })
  expect(names).toEqual([
    { id: 'A feature', key: 'A feature', name: 'A feature', projectId: project.id },
    { id: 'Bug', key: 'Bug', name: 'Bug', projectId: project.id },
  ])
  expect(await as('gus').call(listTemplates, { id: project.id, type: 'issues' })).toEqual([
    { key: 'A feature', name: 'A feature' },
    { key: 'Bug', name: 'Bug' },
  ])
  // The templates of merge requests count as code.
  expect(await as('gus').call(listTemplates, { id: project.id, type: 'merge_requests' })).toEqual([])
  expect(await as('rita').call(listTemplates, { id: project.id, type: 'merge_requests' })).toHaveLength(1)
})

test('EDIT-027 a template is fetched by its name, also from another project one may read', async () => {
  const { as, build, project } = await templatesWorld()
  const other = await build.project({ visibility: 'public' })
  const template = { key: 'Bug', name: 'Bug', content: '## What happens\n' }
  const at = { namespace: project.fullPath, templateType: 'issue', key: 'Bug' } as const
  expect(await as('gus').call(getPageTemplate, at)).toEqual(template)
  expect(await as('gus').call(getTemplate, { id: project.id, type: 'issues', name: 'Bug' })).toEqual({
    name: 'Bug',
    content: template.content,
  })
  const content = async (who: 'gus' | 'nina', name: string) => {
    const input = `{ name: "${name}", projectId: ${project.id}, fromNamespace: "${other.fullPath}" }`
    const query = `{ workItemDescriptionTemplateContent(templateContentInput: ${input}) { name content projectId } }`
    return (await askGraphql(as(who).ctx, query)).data.workItemDescriptionTemplateContent
  }
  expect(await content('gus', 'Bug')).toEqual({ name: 'Bug', content: template.content, projectId: project.id })
  for (const name of ['../issue_templates/Bug', 'none']) expect(await content('gus', name)).toBeNull()
  expect(await content('nina', 'Bug')).toBeNull()
  const from = { ...at, namespace: other.fullPath, sourceTemplateProjectId: project.id }
  expect(await as('gus').call(getPageTemplate, from)).toEqual(template)
  await expect(as('nina').call(getPageTemplate, from)).rejects.toMatchObject({ kind: 'not_found' })
  for (const key of ['notes', 'notes.txt', '../issue_templates/Bug', 'deep/Other', '', '.'])
    await expect(as('gus').call(getPageTemplate, { ...at, key })).rejects.toMatchObject({ status: 404 })
})

test('EDIT-026 a project without a repository has no templates', async () => {
  const { as, project } = await codeWorld()
  expect(await as('gus').call(listPageTemplates, { namespace: project.fullPath, templateType: 'issue' })).toEqual([])
})
