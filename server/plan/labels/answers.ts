import { placeKinds } from '#contract/foundation/places.ts'
import { defaultLabelColor } from '#contract/plan/labels/default-label-color.ts'
import { labelMerges } from '#contract/plan/labels/label-merges.ts'
import * as contract from '#contract/plan/labels/labels.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { groupByPath, groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer, refuseChanged } from '#server/slice.ts'
import { createLabel } from './create.ts'
import { deleteLabel } from './delete.ts'
import { type LabelRow, labelOf, labelToMerge, ownLabelOf } from './find.ts'
import { checkColorCode } from './label.ts'
import { mergeLabel, previewMerge } from './merge.ts'
import { promoteLabel } from './promote.ts'
import { type LabelPlace, listLabelOptions, listLabels, showLabel, showLabelOption } from './queries.ts'
import { subscribeToLabel } from './subscribe.ts'
import { currentLabel, type LabelChanges, updateLabel } from './update.ts'

type Unless = Parameters<typeof refuseChanged>[1]

interface Loaded {
  readonly id: number
  readonly facts: NamespaceFacts
}

const inProject = ({ id, facts }: Loaded): LabelPlace => ({ id, kind: 'project', facts })
const inGroup = ({ id, facts }: Loaded): LabelPlace => ({ id, kind: 'group', facts })
const namespaceOf = (label: LabelRow & { readonly facts: NamespaceFacts }): LabelPlace => ({
  id: label.placeId,
  kind: label.placeKind,
  facts: label.facts,
})

const show = (ctx: Context, label: LabelRow & { readonly facts: NamespaceFacts }) =>
  showLabel(ctx, namespaceOf(label), label.id)

async function change(ctx: Context, label: Allowed<'label:admin', LabelRow>, changes: LabelChanges) {
  await updateLabel(ctx, label, changes)
  return show(ctx, label)
}

async function remove(ctx: Context, label: Allowed<'label:admin', LabelRow>, unless: Unless) {
  refuseChanged(label, unless)
  await deleteLabel(ctx, label)
  return null
}

async function promote(ctx: Context, label: Allowed<'label:admin', LabelRow>) {
  return showLabel(ctx, inGroup(await promoteLabel(ctx, label)), label.id)
}

async function subscribe(ctx: Context, label: Allowed<'label:subscribe', LabelRow>, isSubscribed: boolean) {
  await subscribeToLabel(ctx, label, isSubscribed)
  return show(ctx, label)
}

const option = (label: { readonly title?: string; readonly color?: string; readonly description?: string | null }) => ({
  ...label,
  title: label.title ?? '',
  color: label.color === undefined ? defaultLabelColor : checkColorCode(label.color),
})

export const labelAnswers: readonly Answer[] = [
  answer(contract.listProjectLabels, {
    about: projectByRef,
    ability: 'project:read-labels',
    run: (ctx, project, filter) => listLabels(ctx, inProject(project), filter),
  }),
  answer(contract.createProjectLabel, {
    about: projectByRef,
    ability: 'project:admin-labels',
    run: async (ctx, project, { name, ...given }) => {
      const labelId = await createLabel(ctx, inProject(project), { ...given, title: name })
      return showLabel(ctx, inProject(project), labelId)
    },
  }),
  answer(contract.updateProjectLabel, {
    about: ownLabelOf.project,
    ability: 'label:admin',
    current: currentLabel,
    run: change,
  }),
  answer(contract.updateProjectLabelByName, {
    about: ownLabelOf.project,
    ability: 'label:admin',
    current: currentLabel,
    run: change,
  }),
  answer(contract.promoteLabel, { about: ownLabelOf.project, ability: 'label:admin', run: promote }),
  answer(contract.promoteLabelByName, { about: ownLabelOf.project, ability: 'label:admin', run: promote }),
  answer(contract.listGroupLabels, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, group, filter) => listLabels(ctx, inGroup(group), filter),
  }),
  answer(contract.createGroupLabel, {
    about: groupByRef,
    ability: 'group:admin-labels',
    run: async (ctx, group, { name, ...given }) => {
      const labelId = await createLabel(ctx, inGroup(group), { ...given, title: name })
      return showLabel(ctx, inGroup(group), labelId)
    },
  }),
  answer(contract.updateGroupLabel, {
    about: ownLabelOf.group,
    ability: 'label:admin',
    current: currentLabel,
    run: change,
  }),
  answer(contract.updateGroupLabelByName, {
    about: ownLabelOf.group,
    ability: 'label:admin',
    current: currentLabel,
    run: change,
  }),
  ...placeKinds.flatMap(kind => {
    const operations = contract.labelOperations[kind]
    const about = labelOf[kind]
    return [
      answer(operations.get, { about, ability: 'label:read', run: show }),
      answer(operations.remove, { about: ownLabelOf[kind], ability: 'label:admin', run: remove }),
      answer(operations.removeByName, { about: ownLabelOf[kind], ability: 'label:admin', run: remove }),
      answer(labelMerges[kind].preview, {
        about: labelToMerge[kind],
        ability: 'label:admin',
        run: (ctx, label, { intoId }) => previewMerge(ctx, label, intoId),
      }),
      answer(labelMerges[kind].merge, {
        about: labelToMerge[kind],
        ability: 'label:admin',
        run: (ctx, label, { intoId }) => mergeLabel(ctx, label, intoId),
      }),
      answer(operations.subscribe, {
        about,
        ability: 'label:subscribe',
        run: (ctx, label) => subscribe(ctx, label, true),
      }),
      answer(operations.unsubscribe, {
        about,
        ability: 'label:subscribe',
        run: (ctx, label) => subscribe(ctx, label, false),
      }),
    ]
  }),
  answer(contract.listLabelOptions, {
    about: projectByPath,
    ability: 'project:read-labels',
    run: (ctx, project, filter) => listLabelOptions(ctx, inProject(project), filter),
  }),
  answer(contract.listGroupLabelOptions, {
    about: groupByPath,
    ability: 'group:read',
    run: (ctx, group, filter) => listLabelOptions(ctx, inGroup(group), filter),
  }),
  answer(contract.createLabelOption, {
    about: projectByPath,
    ability: 'project:admin-labels',
    run: async (ctx, project, { label }) =>
      showLabelOption(ctx, await createLabel(ctx, inProject(project), option(label))),
  }),
  answer(contract.createGroupLabelOption, {
    about: groupByPath,
    ability: 'group:admin-labels',
    run: async (ctx, group, { label }) => showLabelOption(ctx, await createLabel(ctx, inGroup(group), option(label))),
  }),
]
