declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'board.created': { readonly boardId: number }
    'board.updated': { readonly boardId: number }
    'board.deleted': { readonly boardId: number; readonly name: string }
    'board_list.created': { readonly boardId: number; readonly listId: number }
    'board_list.updated': { readonly boardId: number; readonly listId: number }
    'board_list.deleted': { readonly boardId: number; readonly listId: number }
  }
}
