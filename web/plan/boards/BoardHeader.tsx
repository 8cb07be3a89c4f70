import { KebabHorizontalIcon, PlusIcon, TriangleDownIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useGoTo } from '#web/api/route.tsx'
import { useCall } from '#web/api/use-call.ts'
import { useMenuActions } from '#web/api/use-menu-actions.ts'
import { baseOf } from '#web/plan/place.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './Board.module.css'
import { deleteBoard } from './calls.ts'
import { AddList } from './lists/AddList.tsx'
import type { BoardData, BoardPageData } from './shapes.ts'

const BoardDialog = onDemand(() => import('./BoardDialog.tsx').then(module => module.BoardDialog))

/** The name of the board, which opens the others, and the board's actions. */
export function BoardHeader({ page }: { readonly page: BoardPageData }) {
  const { namespace, permissions, board } = page
  const [isRemoving, setRemoving] = useState(false)
  // The board whose dialog is open: when another user deletes it, another board is shown at the same address.
  const [editing, setEditing] = useState<BoardData | 'new' | null>(null)
  const create = () => setEditing('new')
  const canAdmin = permissions.canAdminBoards
  const items: readonly MenuItem[] = [
    { label: 'Edit board', onSelect: () => setEditing(board) },
    { label: 'New board', onSelect: create },
    { kind: 'separator' },
    { label: 'Delete board', tone: 'danger', onSelect: () => setRemoving(true) },
  ]
  useMenuActions(canAdmin && board !== null ? items : [], 'board')
  return (
    <>
      <PageHeader
        title={board === null ? 'Boards' : <Switcher page={page} board={board} onNew={create} />}
        actions={
          canAdmin &&
          board !== null && (
            <>
              <AddList page={page} board={board} />
              <Menu
                label="Actions for this board"
                placement="bottom-end"
                trigger={<IconButton variant="secondary" label="More actions" icon={<KebabHorizontalIcon />} />}
                items={items}
              />
            </>
          )
        }
      />
      {editing !== null && (
        <BoardDialog
          namespace={namespace}
          board={editing === 'new' ? null : nowOf(board === null ? [] : [board], editing)}
          onClose={() => setEditing(null)}
        />
      )}
      {isRemoving && board !== null && <DeleteDialog page={page} board={board} onClose={() => setRemoving(false)} />}
    </>
  )
}

interface SwitcherProps {
  readonly page: BoardPageData
  readonly board: BoardData
  readonly onNew: () => void
}

function Switcher({ page: { namespace, boards, permissions }, board, onNew }: SwitcherProps) {
  const goTo = useGoTo()
  const path = `${baseOf(namespace)}/boards`
  return (
    <Menu
      label="Boards"
      trigger={
        <button type="button" className={styles.switcher} aria-label={`Board ${board.name}`}>
          <bdi>{board.name}</bdi>
          <TriangleDownIcon />
        </button>
      }
      items={[
        ...boards.map(({ id, name }) => ({
          kind: 'radio' as const,
          label: name,
          checked: id === board.id,
          onSelect: () => goTo(`${path}/${id}`),
        })),
        ...(permissions.canAdminBoards
          ? ([{ kind: 'separator' }, { label: 'New board', icon: <PlusIcon />, onSelect: onNew }] as const)
          : []),
      ]}
    />
  )
}

interface DeleteDialogProps {
  readonly page: BoardPageData
  readonly board: BoardData
  readonly onClose: () => void
}

function DeleteDialog({ page: { namespace }, board, onClose }: DeleteDialogProps) {
  const goTo = useGoTo()
  const remove = useCall((): Promise<unknown> => deleteBoard(namespace, board.id), {
    refreshes: [],
    onSuccess: () => {
      onClose()
      showToast(`Board ${board.name} deleted`)
      goTo(`${baseOf(namespace)}/boards`)
    },
  })
  return (
    <ConfirmDialog
      title={`Delete board ${board.name}?`}
      confirm="Delete board"
      write={remove}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>This also deletes its lists. Issues and their labels are kept. This cannot be undone.</p>
    </ConfirmDialog>
  )
}
