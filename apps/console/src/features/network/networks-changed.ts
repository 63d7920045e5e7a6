export { networksChanged } from '../../shared/network/networks-changed.ts'
