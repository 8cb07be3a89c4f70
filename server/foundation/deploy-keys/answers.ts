import * as contract from '#contract/foundation/deploy-keys.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer } from '#server/slice.ts'
import { changeDeployKey, lockDeployKey, removeDeployKey } from './change.ts'
import { addDeployKey, enableDeployKey } from './enable.ts'
import { pageOfAllDeployKeys, pageOfDeployKeys, showDeployKey } from './queries.ts'

const administered = { about: projectByRef, ability: 'project:admin-deploy-keys' } as const

export const deployKeyAnswers: readonly Answer[] = [
  answer(contract.listAllDeployKeys, { for: 'admin', run: pageOfAllDeployKeys }),
  answer(contract.listDeployKeys, { ...administered, run: (ctx, { id }, input) => pageOfDeployKeys(ctx, id, input) }),
  answer(contract.getDeployKey, { ...administered, run: (ctx, { id }, { keyId }) => showDeployKey(ctx, id, keyId) }),
  answer(contract.addDeployKey, {
    ...administered,
    run: async (ctx, { id }, input) => showDeployKey(ctx, id, await addDeployKey(ctx, id, input)),
  }),
  answer(contract.updateDeployKey, {
    ...administered,
    current: (ctx, { id }, { keyId }) => lockDeployKey(ctx, id, keyId),
    run: async (ctx, { id }, { keyId, title, canPush }) => {
      await changeDeployKey(ctx, id, keyId, { title, canPush })
      return showDeployKey(ctx, id, keyId)
    },
  }),
  answer(contract.removeDeployKey, {
    ...administered,
    run: (ctx, { id }, { keyId }) => removeDeployKey(ctx, id, keyId),
  }),
  answer(contract.enableDeployKey, {
    ...administered,
    run: async (ctx, { id }, { keyId }) => {
      await enableDeployKey(ctx, id, keyId)
      return showDeployKey(ctx, id, keyId)
    },
  }),
]
