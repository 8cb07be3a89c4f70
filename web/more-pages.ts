// The first script does without polling: it is loaded with this file.
import '#web/api/live/without-socket.ts'
import { codeRoutes } from '#web/code/routes.ts'
import { deployRoutes } from '#web/deploy/routes.ts'
import { discussRoutes } from '#web/discuss/routes.ts'
import { feedsRoutes } from '#web/feeds/routes.ts'
import { foundationRoutes } from '#web/foundation/routes.ts'
import { insightRoutes } from '#web/insights/routes.ts'
import { monitorRoutes } from '#web/monitor/routes.ts'
import { planRoutes } from '#web/plan/routes.ts'

/** The pages that few visits begin with. Their addresses come in a file of their own, which the first pages do without. */
export const morePages = [
  ...foundationRoutes,
  ...planRoutes,
  ...codeRoutes,
  ...deployRoutes,
  ...monitorRoutes,
  ...feedsRoutes,
  ...discussRoutes,
  ...insightRoutes,
]
