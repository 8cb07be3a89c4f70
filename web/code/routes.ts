import { codeBlamePage, codeBlobPage, codeTreePage } from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { projectHomeParts } from '#web/foundation/projects/home-parts.ts'
import { filesOnHome } from './home-part.ts'
import { onPath } from './shared/on-path.ts'

projectHomeParts.push(filesOnHome)

const tree = {
  data: { operation: codeTreePage, input: onPath },
  load: () => import('./tree/TreePage.tsx').then(module => module.TreePage),
} as const

export const codeRoutes: readonly PageRoute[] = [
  { address: '/$namespace/-/tree', ...tree },
  { address: '/$namespace/-/tree/$', ...tree },
  {
    address: '/$namespace/-/blob/$',
    data: { operation: codeBlobPage, input: onPath },
    load: () => import('./blob/BlobPage.tsx').then(module => module.BlobPage),
  },
  {
    address: '/$namespace/-/blame/$',
    data: { operation: codeBlamePage, input: onPath },
    load: () => import('./blob/BlamePage.tsx').then(module => module.BlamePage),
  },
]
