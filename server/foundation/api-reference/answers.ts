import { apiReference } from '#contract/foundation/api-reference.ts'
import { answer } from '#server/slice.ts'
import { describeResources } from './describe.ts'

export const apiReferenceAnswers = [
  answer(apiReference, {
    for: 'anyone',
    run: async ({ services }) => ({
      url: `${services.settings.externalUrl}/api/v4`,
      resources: describeResources(services.operations),
    }),
  }),
]
