print("bascule")
