// placeholder, replaced before anything lands
