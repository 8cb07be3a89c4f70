import * as contract from '#contract/code/files/file-templates.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { licenses } from '#server/platform/licenses/licenses.ts'
import { answer, Paged, type Paging, pageOf } from '#server/slice.ts'
import { showNewFile } from './new-file-page.ts'
import { fileTemplateOf, fileTemplatesOf, licenseOf, presentLicense } from './read.ts'

export const fileTemplatesAnswers = [
  answer(contract.listLicenses, {
    for: 'anyone',
    run: async (ctx, input) => {
      const found = input.popular === undefined ? licenses : licenses.filter(each => each.popular === input.popular)
      const { items, ...page } = cut(found, input)
      return Paged.offset(await Promise.all(items.map(each => presentLicense(ctx.now, each))), page)
    },
  }),
  answer(contract.getLicense, { for: 'anyone', run: (ctx, { key, ...licensee }) => licenseOf(ctx.now, key, licensee) }),
  answer(contract.listFileTemplates, {
    for: 'anyone',
    run: async (_ctx, { type, ...input }) => {
      const { items, ...page } = cut(fileTemplatesOf(type === 'Licenses' ? 'licenses' : type), input)
      return Paged.offset(items, page)
    },
  }),
  answer(contract.getFileTemplate, {
    for: 'anyone',
    run: async (ctx, { type, key }) => {
      if (type !== 'Licenses') return fileTemplateOf(type, key)
      const { name, content } = await licenseOf(ctx.now, key, {})
      return { name, content }
    },
  }),
  answer(contract.newFilePage, { about: projectByPath, ability: 'project:read-code', run: showNewFile }),
]

/** A page of a list that is in memory as a whole. */
function cut<T>(all: readonly T[], input: Paging) {
  const { page, perPage, offset } = pageOf(input)
  return { items: all.slice(offset, offset + perPage), page, perPage, total: all.length }
}
