export { maskEmail, maskPhone } from '../../../kernel/mask.ts'
