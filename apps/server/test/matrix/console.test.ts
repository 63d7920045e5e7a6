import { consoleEssentials } from './console-matrix.ts'

consoleEssentials()
