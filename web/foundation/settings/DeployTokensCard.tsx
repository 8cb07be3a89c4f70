import { KeyIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { namespaceTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import {
  createGroupDeployToken,
  createProjectDeployToken,
  groupDeployTokensOnPage,
  projectDeployTokensOnPage,
  revokeGroupDeployToken,
  revokeProjectDeployToken,
} from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { Form, FormActions, Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { CredentialList, CredentialUse } from '../credentials/CredentialList.tsx'
import { ExpiresOnField } from '../ExpiresOnField.tsx'
import { fieldProblem, formProblem } from '../problems.ts'

type NewDeployToken = ReplyOf<typeof import('#contract/foundation/deploy-tokens.ts').createProjectDeployToken>

const calls = {
  project: {
    list: projectDeployTokensOnPage,
    create: createProjectDeployToken,
    revoke: revokeProjectDeployToken,
    scope: 'this project',
  },
  group: {
    list: groupDeployTokensOnPage,
    create: createGroupDeployToken,
    revoke: revokeGroupDeployToken,
    scope: 'the projects of this group',
  },
} as const

interface DeployTokensCardProps {
  readonly kind: 'project' | 'group'
  readonly id: number
  readonly fullPath: string
}

/** The active deploy tokens of a project or group in its settings. */
export function DeployTokensCard({ kind, id, fullPath }: DeployTokensCardProps) {
  const { list, revoke, scope } = calls[kind]
  const { data: tokens } = useReading(list, { namespace: fullPath }, { topics: () => [namespaceTopic({ kind, id })] })
  const [isCreating, setCreating] = useState(false)
  const [made, setMade] = useState<NewDeployToken | null>(null)
  return (
    <Card
      title="Deploy tokens"
      description={`Deploy tokens let machines clone ${scope} without an account. They cannot push.`}
      aside={
        !isCreating && (
          <Button size="s" icon={<PlusIcon />} onClick={() => setCreating(true)}>
            New deploy token
          </Button>
        )
      }
    >
      {made !== null && <MadeDeployToken made={made} onDone={() => setMade(null)} />}
      {isCreating && (
        <CreateDeployToken
          kind={kind}
          id={id}
          onMade={token => {
            setMade(token)
            setCreating(false)
          }}
          onCancel={() => setCreating(false)}
        />
      )}
      {tokens === undefined ? (
        <Skeleton />
      ) : tokens.length === 0 ? (
        !isCreating && <p>No active deploy tokens.</p>
      ) : (
        <CredentialList
          label="Deploy tokens"
          items={tokens}
          verb="Revoke"
          noun="deploy token"
          nameOf={token => token.name}
          row={token => ({
            leading: <KeyIcon />,
            title: token.name,
            detail: (
              <>
                <code>{token.username}</code>
                <span>
                  Created <RelativeTime at={token.createdAt} />
                </span>
                <CredentialUse {...token} />
              </>
            ),
          })}
          warning={() => 'Machines that use this token can no longer clone. This cannot be undone.'}
          operation={revoke}
          inputOf={token => ({ namespace: fullPath, tokenId: token.id })}
          refreshes={[list]}
        />
      )}
    </Card>
  )
}

function MadeDeployToken({ made, onDone }: { readonly made: NewDeployToken; readonly onDone: () => void }) {
  return (
    <Banner tone="success" title={`Deploy token “${made.name}” created`} onDismiss={onDone}>
      <p>Copy the token now. It will not be shown again.</p>
      <Pair>
        <FormField label="Username">
          <TextInput
            code
            readOnly
            value={made.username}
            onFocus={event => event.target.select()}
            trailing={<CopyButton text={made.username} label="Copy username" />}
          />
        </FormField>
        <FormField label="Token">
          <TextInput
            code
            readOnly
            value={made.token}
            onFocus={event => event.target.select()}
            trailing={<CopyButton text={made.token} label="Copy token" />}
          />
        </FormField>
      </Pair>
    </Banner>
  )
}

interface CreateDeployTokenProps {
  readonly kind: 'project' | 'group'
  readonly id: number
  readonly onMade: (token: NewDeployToken) => void
  readonly onCancel: () => void
}

function CreateDeployToken({ kind, id, onMade, onCancel }: CreateDeployTokenProps) {
  const [name, setName] = useState('')
  const [username, setUsername] = useState('')
  const [expiresOn, setExpiresOn] = useState<string | null>(null)
  const { create: operation, list } = calls[kind]
  const create = useOperation(operation, { refreshes: [list], onSuccess: onMade })
  const submit = () =>
    create.mutate({
      id,
      name: name.trim(),
      username: username.trim(),
      expiresAt: expiresOn === null ? null : `${expiresOn}T00:00:00Z`,
      scopes: ['read_repository'],
    })
  return (
    <Form
      problem={formProblem(create.error, ['name', 'username', 'expiresAt'])}
      onSubmit={() => !create.isPending && submit()}
    >
      <FormField
        label="Name"
        hint="For example, the machine that uses it."
        refusal={fieldProblem(create.error, 'name', 'Name')}
      >
        <TextInput autoFocus required value={name} onValue={setName} />
      </FormField>
      <Pair>
        <FormField
          label="Username"
          hint="Leave empty to use gitlab+deploy-token- and a number."
          refusal={fieldProblem(create.error, 'username', 'Username')}
        >
          <TextInput autoComplete="off" value={username} onValue={setUsername} />
        </FormField>
        <ExpiresOnField of="token" error={create.error} value={expiresOn} onValue={setExpiresOn} />
      </Pair>
      <FormActions submit="Create deploy token" busy={create.isPending} onCancel={onCancel} />
    </Form>
  )
}
