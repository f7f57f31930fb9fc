import CommandLine

Bascule.main()
