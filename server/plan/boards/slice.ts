import type { Slice } from '#server/slice.ts'
import { boardAnswers } from './answers.ts'
import { boardsFields } from './fields.ts'
import { boardFollowers } from './follow.ts'
import { boardMutations } from './mutations.ts'
import { boardPageAddresses, boardPageAnswers } from './page/page.ts'
import { boardActions } from './quick-actions.ts'

export const boards: Slice = {
  name: 'boards',
  fields: () => {
    boardsFields()
    boardMutations()
  },
  answers: [...boardAnswers, ...boardPageAnswers],
  pages: boardPageAddresses,
  followers: boardFollowers,
  plugs: { quickActions: boardActions },
}
