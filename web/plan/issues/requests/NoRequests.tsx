import { requestFormPath, serviceDeskSettingsPath } from '#contract/plan/service-desk/service-desk-paths.ts'
import type { IssuesPageData } from '#web/plan/shapes.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'

interface NoRequestsProps {
  readonly desk: NonNullable<IssuesPageData['serviceDesk']>
  /** The full path of the project. */
  readonly path: string
}

/** Explains how requests come in, where there are none. */
export function NoRequests({ desk: { isEnabled, address, hasForm, canAdmin }, path }: NoRequestsProps) {
  const settings = canAdmin && (
    <LinkButton href={serviceDeskSettingsPath(path)} variant={isEnabled ? 'secondary' : 'primary'}>
      {isEnabled ? 'Service desk settings' : 'Set up service desk'}
    </LinkButton>
  )
  if (!isEnabled)
    return (
      <EmptyState
        illustration={<Illustration of="nothing-yet" />}
        title="Answer people without an account"
        action={settings}
      >
        {canAdmin
          ? 'People send an email, and it becomes a confidential issue here. Your comments are sent to them.'
          : 'The service desk of this project is off. A maintainer can turn it on.'}
      </EmptyState>
    )
  return (
    <EmptyState illustration={<Illustration of="nothing-yet" />} title="No requests yet" action={settings}>
      {address === null ? (
        'This site receives no email.'
      ) : (
        <>
          Each email to <strong>{address}</strong> <CopyButton text={address} label="Copy address" /> becomes a
          confidential issue here. Your comments are sent to the requester.
        </>
      )}
      {hasForm && (
        <>
          {' '}
          {address === null ? 'People can send requests with the' : 'People can also use the'}{' '}
          <TextLink href={requestFormPath(path)}>public form</TextLink>.
        </>
      )}
    </EmptyState>
  )
}
