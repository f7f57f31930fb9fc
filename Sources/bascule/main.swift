import CommandLine
import HugePages

useHugePages()
Bascule.main()
