export { PagedRows } from '@weft/ui/list/PagedRows.tsx'
