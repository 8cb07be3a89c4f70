import { KeyIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { FlagTokenKind } from '#contract/deploy/feature-flags/flag-words.ts'
import { featureFlagsTopic } from '#contract/live-topics.ts'
import { createFlagToken, listFlagTokens, revokeFlagToken, rotateFlagToken } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { CredentialList } from '#web/foundation/credentials/CredentialList.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './Flags.module.css'

interface ConfigureDialogProps {
  readonly projectId: number
  readonly apiUrl: string
  readonly onClose: () => void
}

const kindLabels: Readonly<Record<FlagTokenKind, string>> = {
  instance: 'Instance ID',
  client: 'Client token',
  frontend: 'Frontend token',
}

const hints: Readonly<Record<FlagTokenKind, string>> = {
  instance: 'For clients that name their environment as the application name, as those of GitLab do.',
  client: 'For Unleash clients on servers, in one environment.',
  frontend: 'For Unleash clients in browsers and apps. Weft evaluates the flags for them.',
}

const readings = [listFlagTokens]

/** The address and the tokens with which applications read the flags of a project. */
export function ConfigureDialog({ projectId, apiUrl, onClose }: ConfigureDialogProps) {
  const input = { id: projectId, perPage: 100 }
  const { data, isError, refetch } = useReading(listFlagTokens, input, { topics: () => [featureFlagsTopic(projectId)] })
  const [kind, setKind] = useState<FlagTokenKind>('client')
  const [environment, setEnvironment] = useState('production')
  const [made, setMade] = useState<string | null>(null)
  const onError = (error: Error) => showToast(error.message, { tone: 'danger' })
  const show = ({ token }: { readonly token: string }) => setMade(token)
  const create = useOperation(createFlagToken, { refreshes: readings, onSuccess: show, onError })
  const rotate = useOperation(rotateFlagToken, { refreshes: readings, onSuccess: show, onError })
  return (
    <Dialog
      title="Configure feature flags"
      description="Applications read the flags with an Unleash client."
      size="l"
      onClose={onClose}
    >
      <Stack gap={4}>
        <Address label="API URL" url={apiUrl} />
        <Address label="Frontend API URL" url={`${apiUrl}/frontend`} />
        {made !== null && (
          <Banner tone="success" title="Copy this token now. It is not shown again.">
            <span className={styles.secret}>
              <code>{made}</code>
              <CopyButton text={made} label="Copy token" />
            </span>
          </Banner>
        )}
        <div className={styles.inline}>
          <FormField label="New token">
            <Select
              value={kind}
              options={(['client', 'frontend', 'instance'] as const).map(value => ({
                value,
                label: kindLabels[value],
              }))}
              onValue={setKind}
            />
          </FormField>
          {kind !== 'instance' && (
            <FormField label="Environment">
              <TextInput value={environment} onValue={setEnvironment} maxLength={255} autoComplete="off" />
            </FormField>
          )}
          <Button
            busy={create.isPending}
            onClick={() =>
              create.mutate({ id: projectId, kind, environment: kind === 'instance' ? null : environment.trim() })
            }
          >
            Create token
          </Button>
        </div>
        <p className={styles.muted}>{hints[kind]}</p>
        {data === undefined ? (
          isError ? (
            <RetryBanner onRetry={() => void refetch()}>Could not load the tokens.</RetryBanner>
          ) : (
            <Skeleton rows={2} shape="row" />
          )
        ) : (
          <CredentialList
            label="Client tokens"
            items={data}
            verb="Revoke"
            noun="token"
            nameOf={token => `${kindLabels[token.kind]} …${token.ending}`}
            row={token => ({
              leading: <KeyIcon />,
              title: `${kindLabels[token.kind]}${token.environment === null ? '' : ` for ${token.environment}`}`,
              detail: (
                <span>
                  Ends in <code>{token.ending}</code>, created <RelativeTime at={token.createdAt} />,{' '}
                  {token.lastUsedAt === null ? (
                    'never used'
                  ) : (
                    <>
                      last used <RelativeTime at={token.lastUsedAt} />
                    </>
                  )}
                </span>
              ),
            })}
            actions={token => (
              <Button
                size="s"
                variant="quiet"
                aria-label={`Rotate ${kindLabels[token.kind]} …${token.ending}`}
                busy={rotate.isPending && rotate.variables.tokenId === token.id}
                onClick={() => rotate.mutate({ id: projectId, tokenId: token.id })}
              >
                Rotate
              </Button>
            )}
            warning={() => 'Clients with this token no longer get flags. This cannot be undone.'}
            operation={revokeFlagToken}
            inputOf={token => ({ id: projectId, tokenId: token.id })}
            refreshes={readings}
          />
        )}
      </Stack>
    </Dialog>
  )
}

function Address({ label, url }: { readonly label: string; readonly url: string }) {
  return (
    <div>
      <strong>{label}</strong>
      <div className={styles.secret}>
        <code>{url}</code>
        <CopyButton text={url} label={`Copy ${label}`} />
      </div>
    </div>
  )
}
