import { alertMetricImages, issueMetricImages, showMetricImage } from '#contract/monitor/incidents/metric-images.ts'
import { metricLimits } from '#contract/monitor/incidents/metric-limits.ts'
import { finder } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { serveUpload } from '#server/foundation/uploads/serve.ts'
import { defaultSelection, type IssuableRow, issueByIid, selectIssuable } from '#server/plan/issuables/find.ts'
import { type Answer, answer } from '#server/slice.ts'
import { deleteImage, imageFile, listImages, lockedImage, updateImage, uploadImage } from './images.ts'

// The multipart frame around the file counts too.
const bodyLimitBytes = (metricLimits.mebibytes + 1) * 1024 * 1024

const alertByIid = finder(
  'issuable',
  'Alert',
  (ctx: Context, { id, alertIid }: { readonly id: number | string; readonly alertIid: number }) =>
    selectIssuable<IssuableRow>(ctx, 'alert', 'by-iid', { ref: id, iid: alertIid }, defaultSelection),
)

const ofIssue = { about: issueByIid, ability: 'issuable:edit-metric-images' } as const
const ofAlert = { about: alertByIid, ability: 'issuable:edit-metric-images' } as const

/** @source rest.md 6.2 and 14, INCIDENT-016 to INCIDENT-019 */
export const metricAnswers: readonly Answer[] = [
  answer(issueMetricImages.list, { about: issueByIid, ability: 'issuable:read', run: listImages }),
  answer(issueMetricImages.upload, { ...ofIssue, transaction: 'own', bodyLimitBytes, run: uploadImage }),
  answer(issueMetricImages.update, {
    ...ofIssue,
    current: (ctx, item, { imageId }) => lockedImage(ctx, item, imageId),
    run: (ctx, item, { imageId, ...texts }) => updateImage(ctx, item, imageId, texts),
  }),
  answer(issueMetricImages.remove, { ...ofIssue, run: (ctx, item, { imageId }) => deleteImage(ctx, item, imageId) }),
  answer(alertMetricImages.list, { about: alertByIid, ability: 'issuable:read', run: listImages }),
  answer(alertMetricImages.upload, { ...ofAlert, transaction: 'own', bodyLimitBytes, run: uploadImage }),
  answer(alertMetricImages.update, {
    ...ofAlert,
    current: (ctx, item, { imageId }) => lockedImage(ctx, item, imageId),
    run: (ctx, item, { imageId, ...texts }) => updateImage(ctx, item, imageId, texts),
  }),
  answer(alertMetricImages.remove, { ...ofAlert, run: (ctx, item, { imageId }) => deleteImage(ctx, item, imageId) }),
  answer(showMetricImage, {
    about: imageFile,
    ability: 'issuable:read',
    run: (ctx, file, conditions) => serveUpload(ctx, file, conditions),
  }),
]
