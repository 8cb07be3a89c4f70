import {
  type DismissalReason,
  vulnerabilityLimits as limits,
  type VulnerabilitySeverity,
  type VulnerabilityState,
} from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { isWebAddress } from '#contract/web-address.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid, Unchanged } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { builder } from '#server/graphql/builder.ts'
import { mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { createManually } from '../create.ts'
import { vulnerabilityById } from '../find.ts'
import { linkIssue } from '../links.ts'
import { setState } from '../state.ts'
import { Reason, Severity, State } from './enums.ts'
import { IssueLink, issueLinksOf, Vulnerability, vulnerabilityNode } from './node.ts'

interface VulnerabilityPayload {
  readonly vulnerabilityId: number
}

const payload = (t: PayloadFields<VulnerabilityPayload>) => ({
  vulnerability: t.field({
    type: Vulnerability,
    resolve: ({ vulnerabilityId }, _args, context) =>
      vulnerabilityId === undefined ? null : vulnerabilityNode(context, vulnerabilityId),
  }),
})

interface NewState {
  readonly state: VulnerabilityState
  readonly comment?: string | null | undefined
  readonly dismissalReason?: DismissalReason | null | undefined
}

/** A state that it has already stays without an error. */
async function changeState(ctx: Context, id: number, change: NewState): Promise<VulnerabilityPayload> {
  const vulnerability = await load(ctx, 'project:update-vulnerabilities', vulnerabilityById, { id })
  if ((change.comment?.length ?? 0) > limits.comment)
    throw new Invalid({ comment: [`is too long (maximum is ${limits.comment} characters)`] })
  await setState(ctx, vulnerability, change).catch((error: unknown) => {
    if (!(error instanceof Unchanged)) throw error
  })
  return { vulnerabilityId: id }
}

export function vulnerabilityMutations(): void {
  for (const [name, state, description] of [
    ['vulnerabilityConfirm', 'confirmed', 'Confirm a vulnerability.'],
    ['vulnerabilityResolve', 'resolved', 'Resolve a vulnerability.'],
    ['vulnerabilityRevertToDetected', 'detected', 'Set a vulnerability back to detected.'],
  ] as const)
    mutation(name, {
      description,
      input: t => ({ id: t.field({ type: 'VulnerabilityID', required: true }), comment: t.string() }),
      run: (ctx, { id, comment }) => changeState(ctx, id, { state, comment }),
      payload,
    })
  mutation('vulnerabilityDismiss', {
    description: 'Dismiss a vulnerability.',
    input: t => ({
      id: t.field({ type: 'VulnerabilityID', required: true }),
      comment: t.string(),
      dismissalReason: t.field({ type: Reason }),
    }),
    run: (ctx, { id, ...change }) => changeState(ctx, id, { state: 'dismissed', ...change }),
    payload,
  })
  mutation('vulnerabilityIssueLinkCreate', {
    description: 'Link an issue to vulnerabilities.',
    input: t => ({
      issueId: t.field({ type: 'IssueID', required: true }),
      vulnerabilityIds: t.field({ type: ['VulnerabilityID'], required: true }),
    }),
    run: async (ctx, { issueId, vulnerabilityIds }) => {
      if (vulnerabilityIds.length > mostLinks) throw new Invalid(`Link at most ${mostLinks} vulnerabilities at a time`)
      const issue = await load(ctx, 'issuable:read', issueById, { issueId })
      const linkIds: number[] = []
      for (const id of [...new Set(vulnerabilityIds)].toSorted((one, other) => one - other))
        linkIds.push(
          await linkIssue(ctx, await load(ctx, 'project:link-vulnerabilities', vulnerabilityById, { id }), issue),
        )
      return { linkIds, vulnerabilityIds }
    },
    payload: t => ({
      issueLinks: t.field({
        type: [IssueLink],
        resolve: async ({ linkIds, vulnerabilityIds = [] }, _args, context) => {
          if (linkIds === undefined) return null
          const links = await Promise.all(vulnerabilityIds.map(id => issueLinksOf(context, id)))
          return links.flat().filter(({ id }) => linkIds.includes(id))
        },
      }),
    }),
  })
  creation()
}

/** Vulnerabilities that one call links. */
const mostLinks = 20

function creation(): void {
  const IdentifierInput = builder.inputType('VulnerabilityIdentifierInput', {
    fields: t => ({
      externalId: t.string(),
      externalType: t.string(),
      name: t.string({ required: true }),
      url: t.string({ required: true }),
    }),
  })
  const VendorInput = builder.inputType('VulnerabilityScannerVendorInput', {
    fields: t => ({ name: t.string({ required: true }) }),
  })
  const ScannerInput = builder.inputType('VulnerabilityScannerInput', {
    fields: t => ({
      id: t.string({ required: true }),
      name: t.string({ required: true }),
      url: t.string({ required: true }),
      version: t.string({ required: true }),
      vendor: t.field({ type: VendorInput }),
    }),
  })
  mutation('vulnerabilityCreate', {
    description: 'Create a vulnerability that no report contains.',
    input: t => ({
      project: t.field({ type: 'ProjectID', required: true }),
      name: t.string({ required: true }),
      description: t.string({ required: true }),
      solution: t.string(),
      severity: t.field({ type: Severity, defaultValue: 'unknown' }),
      state: t.field({ type: State, defaultValue: 'detected' }),
      scanner: t.field({ type: ScannerInput, required: true }),
      identifiers: t.field({ type: [IdentifierInput], required: true }),
      detectedAt: t.field({ type: 'Time' }),
      confirmedAt: t.field({ type: 'Time' }),
      dismissedAt: t.field({ type: 'Time' }),
      resolvedAt: t.field({ type: 'Time' }),
    }),
    run: async (ctx, input) => {
      const project = await load(ctx, 'project:update-vulnerabilities', projectByRef, { id: input.project })
      const state = (input.state ?? 'detected') as VulnerabilityState
      const times = {
        detected: null,
        confirmed: input.confirmedAt,
        resolved: input.resolvedAt,
        dismissed: input.dismissedAt,
      }
      if (input.identifiers.length === 0 || input.identifiers.length > limits.identifiers)
        throw new Invalid({ identifiers: [`must have 1 to ${limits.identifiers} entries`] })
      if (input.description.length > limits.description || (input.solution?.length ?? 0) > limits.description)
        throw new Invalid({ description: [`is too long (maximum is ${limits.description} characters)`] })
      const id = await createManually(ctx, project, {
        name: line('name', input.name),
        description: input.description,
        solution: input.solution ?? '',
        severity: (input.severity ?? 'unknown') as VulnerabilitySeverity,
        state,
        identifiers: input.identifiers.map(each => ({
          type: line('identifiers', each.externalType ?? 'other').toLowerCase(),
          name: line('identifiers', each.name),
          value: line('identifiers', each.externalId ?? each.name),
          url: isWebAddress(each.url) ? each.url : null,
        })),
        scanner: {
          externalId: line('scanner', input.scanner.id),
          name: line('scanner', input.scanner.name),
          vendor: oneLine(input.scanner.vendor?.name ?? '').slice(0, 255),
        },
        detectedAt: input.detectedAt ?? null,
        stateChangedAt: times[state] ?? null,
      })
      return { vulnerabilityId: id }
    },
    payload,
  })
}

/** @throws Invalid  it is empty or too long */
function line(field: string, text: string): string {
  const one = oneLine(text)
  if (one === '') throw new Invalid({ [field]: ["can't be blank"] })
  if (one.length > limits.title) throw new Invalid({ [field]: [`is too long (maximum is ${limits.title} characters)`] })
  return one
}
