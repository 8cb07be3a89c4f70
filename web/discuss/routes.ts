import { helpPage } from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { HelpSkeleton } from './help/HelpSkeleton.tsx'

const loadHelp = () => import('./help/HelpPage.tsx').then(module => module.HelpPage)

export const discussRoutes: readonly PageRoute[] = [
  { address: '/help', data: { operation: helpPage, input: () => ({}) }, load: loadHelp, skeleton: HelpSkeleton },
  {
    address: '/help/$topic',
    data: { operation: helpPage, input: ({ topic }) => ({ topic }) },
    load: loadHelp,
    skeleton: HelpSkeleton,
  },
]
