import type { PageRoute } from '#web/api/route.tsx'

export const codeRoutes: readonly PageRoute[] = []
