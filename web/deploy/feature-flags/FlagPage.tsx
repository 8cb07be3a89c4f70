import { PencilIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { editFlagPath, flagPath, flagsPath } from '#contract/deploy/feature-flags/flag-paths.ts'
import { flagTitles } from '#contract/deploy/feature-flags/flag-titles.ts'
import { featureFlagsTopic } from '#contract/live-topics.ts'
import {
  deleteFeatureFlag,
  getFeatureFlagPage,
  linkIssuesToFlag,
  undoFlagChange,
  unlinkIssueFromFlag,
} from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { Chip } from '#web/foundation/Chip.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { FlagAuthor } from './FlagAuthor.tsx'
import { FlagMark } from './FlagMark.tsx'
import { FlagSwitches, StrategyWords } from './FlagSwitches.tsx'
import styles from './Flags.module.css'
import { typeLabels } from './flag-form.ts'
import { flagReadings } from './flag-readings.ts'
import type { FlagPageData } from './shapes.ts'

const FlagRequests = onDemand(() => import('./FlagRequests.tsx').then(module => module.FlagRequests))
const RequestDialog = onDemand(() => import('./RequestDialog.tsx').then(module => module.RequestDialog))
const FlagPlaces = onDemand(() => import('./FlagPlaces.tsx').then(module => module.FlagPlaces))

/** A feature flag with its environments, strategies, issues and history. */
export function FlagPage() {
  const { namespace = '', iid = '' } = usePageParams()
  const { data } = useReading(
    getFeatureFlagPage,
    { namespace, iid: Number(iid) },
    { topics: page => [featureFlagsTopic(page.projectId)] },
  )
  return data === undefined ? (
    <Page>
      <Skeleton rows={8} label="Loading feature flag" />
    </Page>
  ) : (
    <Shown page={data} />
  )
}

function Shown({ page }: { readonly page: FlagPageData }) {
  const { namespace, permissions, flag } = page
  const { fullPath } = namespace
  const needsApproval = flag.environments.some(({ name, isOn }) => isOn && permissions.approvalIn.includes(name))
  const [isRemoving, setRemoving] = useState(false)
  const [showsPlaces, setShowsPlaces] = useState(false)
  const goTo = useGoTo()
  usePlace({
    title: flagTitles.flag(flag.name),
    namespace: shownNamespace(namespace),
    active: 'feature_flags',
    crumbs: [
      { label: flagTitles.flags, href: flagsPath(fullPath) },
      { label: flag.name, href: flagPath(fullPath, flag.iid) },
    ],
  })
  const remove = useOperation(deleteFeatureFlag, {
    refreshes: flagReadings,
    onSuccess: () => {
      showToast(`Feature flag ${flag.name} deleted`)
      goTo(flagsPath(fullPath))
    },
  })
  return (
    <Page>
      <PageHeader
        title={flag.name}
        badges={
          <>
            <FlagMark isOn={flag.active} />
            <Chip>{typeLabels[flag.type]}</Chip>
            {flag.permanent && <Chip>Permanent</Chip>}
            {flag.stale !== null && <Chip tone="warning">Stale</Chip>}
          </>
        }
        detail={flag.description}
        actions={
          permissions.canAdmin && (
            <>
              <LinkButton icon={<PencilIcon />} href={editFlagPath(fullPath, flag.iid)}>
                Edit
              </LinkButton>
              <Button variant="danger-quiet" onClick={() => setRemoving(true)}>
                Delete
              </Button>
            </>
          )
        }
      />
      <Stack gap={4}>
        {flag.stale !== null && (
          <Banner
            tone="warning"
            title={flag.stale}
            action={
              !showsPlaces && (
                <Button size="s" onClick={() => setShowsPlaces(true)}>
                  Find in code
                </Button>
              )
            }
          >
            Remove the flag from the code, then delete it. A flag that stays can be marked as permanent.
          </Banner>
        )}
        {showsPlaces && <FlagPlaces namespace={fullPath} iid={flag.iid} />}
        {page.requests.length > 0 && <FlagRequests page={page} />}
        <Card title="Environments">
          <FlagSwitches namespace={namespace} flag={flag} permissions={permissions} />
        </Card>
        <Card title="Strategies" description="The flag is on for everyone whom one of its strategies includes.">
          <StrategyWords strategies={flag.strategies} />
        </Card>
        <Usage page={page} />
        <Issues page={page} />
        <History page={page} />
        {!showsPlaces && flag.stale === null && (
          <div>
            <Button onClick={() => setShowsPlaces(true)}>Find in code</Button>
          </div>
        )}
      </Stack>
      {isRemoving && needsApproval && (
        <RequestDialog
          title={`Delete ${flag.name}`}
          namespace={namespace}
          iid={flag.iid}
          environments={permissions.approvalIn}
          change={{ isDeletion: true }}
          onClose={() => setRemoving(false)}
        />
      )}
      {isRemoving && !needsApproval && (
        <ConfirmDialog
          title={`Delete ${flag.name}?`}
          confirm="Delete feature flag"
          write={remove}
          onConfirm={() => remove.mutate({ id: page.projectId, featureFlagName: flag.name })}
          onClose={() => setRemoving(false)}
        >
          Clients treat it as off. This cannot be undone.
        </ConfirmDialog>
      )}
    </Page>
  )
}

function Usage({ page: { flag, usage } }: { readonly page: FlagPageData }) {
  const seen = flag.environments.filter(({ lastSeenAt }) => lastSeenAt !== null)
  if (seen.length === 0)
    return (
      <Card title="Usage">
        <p className={styles.muted}>No client has reported this flag yet.</p>
      </Card>
    )
  const sum = (name: string, answer: 'yes' | 'no') =>
    usage.reduce((total, hour) => total + (hour.environment === name ? hour[answer] : 0), 0)
  const columns = [
    { key: 'environment', label: 'Environment' },
    { key: 'hour', label: 'Last hour', align: 'end' as const },
    { key: 'on', label: 'On, last 24 hours', align: 'end' as const },
    { key: 'off', label: 'Off, last 24 hours', align: 'end' as const },
    { key: 'seen', label: 'Last seen' },
  ]
  return (
    <Card title="Usage" description="Evaluations that clients reported.">
      <Table caption="Usage by environment" columns={columns}>
        {seen.map(({ name, requests, lastSeenAt }) => (
          <tr key={name}>
            <td>{name}</td>
            <td data-align="end">{requests}</td>
            <td data-align="end">{sum(name, 'yes')}</td>
            <td data-align="end">{sum(name, 'no')}</td>
            <td>{lastSeenAt !== null && <RelativeTime at={lastSeenAt} />}</td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

function Issues({ page: { namespace, permissions, flag, issues } }: { readonly page: FlagPageData }) {
  const [reference, setReference] = useState('')
  const onPage = { namespace: namespace.fullPath, iid: flag.iid }
  const link = useOperation(linkIssuesToFlag, { refreshes: flagReadings, onSuccess: () => setReference('') })
  const unlink = useOperation(unlinkIssueFromFlag, {
    refreshes: flagReadings,
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  return (
    <Card title="Linked issues">
      <Stack gap={3}>
        {issues.length === 0 && <p className={styles.muted}>No linked issues.</p>}
        <ul className={`${styles.history} ${styles.linked}`} hidden={issues.length === 0}>
          {issues.map(issue => (
            <li key={issue.linkId}>
              <StateBadge state={issue.state} look="icon" />
              <TextLink href={issue.path}>
                {issue.title} {issue.reference}
              </TextLink>
              {permissions.canAdmin && (
                <Button
                  size="s"
                  variant="quiet"
                  aria-label={`Unlink ${issue.reference}`}
                  onClick={() => unlink.mutate({ ...onPage, linkId: issue.linkId })}
                >
                  Unlink
                </Button>
              )}
            </li>
          ))}
        </ul>
        {permissions.canAdmin && (
          <form
            className={styles.inline}
            onSubmit={event => {
              event.preventDefault()
              if (reference.trim() !== '' && !link.isPending)
                link.mutate({ ...onPage, issuableReferences: [reference.trim()] })
            }}
          >
            <FormField label="Issue" refusal={link.error?.message}>
              <TextInput value={reference} onValue={setReference} placeholder="#123" autoComplete="off" />
            </FormField>
            <Button type="submit" busy={link.isPending}>
              Link issue
            </Button>
          </form>
        )}
      </Stack>
    </Card>
  )
}

function History({ page: { namespace, flag, history } }: { readonly page: FlagPageData }) {
  const undo = useOperation(undoFlagChange, {
    refreshes: flagReadings,
    onSuccess: () => showToast('Change undone'),
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  return (
    <Card title="History">
      <ul className={styles.history}>
        {history.map(({ id, author, approver, createdAt, sentences, canUndo }) => (
          <li key={id}>
            <span>
              <FlagAuthor of={author} /> {sentences.join('; ')}
              {approver !== null && (
                <>
                  , approved by <FlagAuthor of={approver} />
                </>
              )}
            </span>
            <span className={styles.muted}>
              <RelativeTime at={createdAt} />
            </span>
            {canUndo && (
              <Button
                size="s"
                variant="quiet"
                busy={undo.isPending}
                onClick={() => undo.mutate({ namespace: namespace.fullPath, iid: flag.iid, changeId: id })}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
