import { geoNodeOperations, geoPage } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { CommandBlock } from '../places/CommandBlock.tsx'
import { formProblem } from '../problems.ts'
import { type GeoNodeShown, messages } from './messages.ts'

interface KeyDialogProps {
  readonly node: GeoNodeShown
  readonly onClose: () => void
}

/** Creates the key of a replica and shows it, once. */
export function KeyDialog({ node, onClose }: KeyDialogProps) {
  const create = useOperation(geoNodeOperations.createKey, { refreshes: [geoPage] })
  const key = create.data?.key
  return (
    <FormDialog
      title={`Key of ${node.name}`}
      size="m"
      submit={key === undefined ? 'Create key' : 'Done'}
      busy={create.isPending}
      problem={formProblem(create.error)}
      onSubmit={() => (key === undefined ? create.mutate({ id: node.id }) : onClose())}
      onClose={onClose}
    >
      {key !== undefined ? (
        <>
          <p>{messages.key}</p>
          <CommandBlock label="Copy key" commands={key} />
        </>
      ) : node.hasKey ? (
        <Banner tone="warning">{messages.newKey}</Banner>
      ) : (
        <p>The replica identifies itself to this site with the key.</p>
      )}
    </FormDialog>
  )
}
