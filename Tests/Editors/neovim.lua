-- Runs in a headless Neovim (0.7 or later): attaches the server to a buffer, and writes the results to
-- the file that BASCULE_RESULT names.
local folder = vim.env.BASCULE_FOLDER
local result = {}

local function wait(seconds, condition)
  if not vim.wait(seconds * 1000, condition, 20) then error("waited in vain", 2) end
end

local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") end

local ok, problem = pcall(function()
  vim.cmd("edit " .. vim.fn.fnameescape(folder .. "/store.bascule"))
  vim.bo.filetype = "bascule"
  local id = vim.lsp.start_client({
    name = "bascule",
    cmd = { vim.env.BASCULE, "lsp" },
    root_dir = folder,
  })
  vim.lsp.buf_attach_client(0, id)
  wait(20, function() return #vim.diagnostic.get(0) > 0 end)
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    table.insert(result, "diagnostic " .. diagnostic.lnum .. " " .. diagnostic.message)
  end

  -- On `Product` of the rule.
  vim.fn.search("present Product", "e")
  local params = vim.lsp.util.make_position_params()
  local hover = vim.lsp.buf_request_sync(0, "textDocument/hover", params, 20000)
  table.insert(result, "hover " .. hover[id].result.contents.value)

  vim.lsp.buf.rename("Ware")
  wait(20, function() return text():find("present Ware") ~= nil end)
  -- The quick fix corrects the misspelled name.
  vim.fn.search("Shopp")
  local action = vim.lsp.util.make_range_params()
  action.context = { diagnostics = {} }
  local found = vim.lsp.buf_request_sync(0, "textDocument/codeAction", action, 20000)
  for _, one in ipairs(found[id].result) do
    if one.title == "Write `Shop`" then vim.lsp.util.apply_workspace_edit(one.edit, "utf-16") end
  end
  wait(20, function() return #vim.diagnostic.get(0) == 0 end)
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 20000 })
  else
    vim.lsp.buf.formatting_sync(nil, 20000)
  end
  table.insert(result, "text " .. text())

  vim.lsp.stop_client(id)
  wait(20, function() return vim.lsp.client_is_stopped(id) end)
  table.insert(result, "stopped")
end)
if not ok then table.insert(result, "error " .. tostring(problem)) end

local file = assert(io.open(vim.env.BASCULE_RESULT, "w"))
file:write(table.concat(result, "\n"))
file:close()
vim.cmd("qall!")
